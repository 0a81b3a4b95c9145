import { WaybillError } from "../../core/errors.ts";

/** The error code of a failed file system call (`ENOENT`), or undefined for any other error. */
export function fileErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  const code = fileErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Does something already exist at a folder's target? */
export function isTaken(error: unknown): boolean {
  const code = fileErrorCode(error);
  return code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR";
}

/**
 * A failed file system call under Waybill's names: `disk_full` or `storage_failed`. Any other error is returned
 * unchanged.
 */
export function asStorageError(error: unknown): unknown {
  const code = fileErrorCode(error);
  if (code === undefined || error instanceof WaybillError) return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new WaybillError(
      "disk_full",
      "The preservation storage is full. Make space there; the job then continues by itself.",
      { cause: error },
    );
  }
  return new WaybillError(
    "storage_failed",
    `The preservation storage answered ${code}. The log names the file.`,
    { cause: error },
  );
}
