import { WaybillError } from "../../core/errors.ts";

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** Translates a failure of working storage: `disk_full` when it has no room, else the error unchanged. */
export function asDiskFault(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !FULL.has(code)) return error;
  return new WaybillError(
    "disk_full",
    "The working storage is full, so the file could not be kept. An operator must free up space; the job then continues by itself.",
    { cause: error },
  );
}
