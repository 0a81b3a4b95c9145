import { createHash } from "node:crypto";
import type { ExpectedFile, FileFault, Pace } from "../../../core/copy/ports.ts";
import type { Tree } from "../ocfl/tree.ts";
import { fileErrorCode } from "../storage-error.ts";
import { digestOf } from "./expected.ts";

/** What a disk or a file system answers for one file whose bytes it cannot give. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set(["EIO", "EBADMSG", "EACCES", "EPERM", "ENXIO"]);
const READS: ReadonlySet<unknown> = new Set(["open", "read"]);

/** Which files to read, of which object. `again`: reads once more what broke off on its way. */
export type Reading = {
  readonly storage: string;
  readonly object: Tree;
  readonly files: AsyncIterable<ExpectedFile> | Iterable<ExpectedFile>;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly again: <T>(read: () => Promise<T>) => Promise<T>;
};

/**
 * Reads files of an object in full and tells which are not what they must be. A file that is there and cannot be read is
 * as good as missing. Errors: those of the storage, the signal's reason.
 */
export async function findFaults({
  storage,
  object,
  files,
  pace,
  signal,
  again,
}: Reading): Promise<FileFault[]> {
  const faults: FileFault[] = [];
  for await (const file of files) {
    signal.throwIfAborted();
    const found = await again(() => findDigest(object, file.path, pace, signal)).catch(asUnreadable);
    const expected = digestOf(file);
    if (found !== expected) faults.push({ storage, path: file.path, expected, found });
  }
  return faults;
}

/** The SHA-256 of a file as its bytes are now; null: there is none. */
async function findDigest(
  object: Tree,
  path: string,
  pace: Pace,
  signal: AbortSignal,
): Promise<string | null> {
  const pieces = await object.read(path);
  if (pieces === undefined) return null;
  const sum = createHash("sha256");
  for await (const piece of pieces) {
    signal.throwIfAborted();
    sum.update(piece);
    await pace(piece.length);
  }
  return sum.digest("hex");
}

function asUnreadable(error: unknown): null {
  const isOfReading = error instanceof Error && "syscall" in error && READS.has(error.syscall);
  if (isOfReading && UNREADABLE.has(fileErrorCode(error))) return null;
  throw error;
}
