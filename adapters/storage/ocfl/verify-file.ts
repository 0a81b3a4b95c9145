import type { FileHandle } from "node:fs/promises";
import { WaybillError } from "../../../core/errors.ts";
import { shownPath } from "../../../core/storage/logical-path.ts";
import { type Reading, readDigest } from "./file-digest.ts";

/** Errors: `storage_verify_failed` naming the file and what differs. */
export async function verifyFile(
  handle: FileHandle,
  file: {
    readonly path: string;
    readonly sha256: string;
    readonly size: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  checkReading(await readDigest(handle, file.size, file.signal), file);
}

/** Compares what was read of a file with what it should be. Errors as `verifyFile`. */
export function checkReading(
  reading: Reading,
  file: { readonly path: string; readonly sha256: string; readonly size: number },
): void {
  if (reading.size !== file.size)
    throw mismatch(file.path, `has ${reading.size} bytes instead of ${file.size}`);
  if (reading.digest !== file.sha256)
    throw mismatch(file.path, `has SHA-256 ${reading.digest} instead of ${file.sha256}`);
}

function mismatch(path: string, fault: string): WaybillError {
  return new WaybillError(
    "storage_verify_failed",
    `Read back from the preservation storage, the file ${shownPath(path)} ${fault}.`,
  );
}
