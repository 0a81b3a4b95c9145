import { createHash } from "node:crypto";
import type { ExpectedFile, FileFault, Pace } from "../../../core/copy/ports.ts";
import type { Tree } from "../ocfl/tree.ts";
import { digestOf } from "./expected.ts";

/** Which files to read, of which object. `again`: reads once more what broke off on its way. */
export type Reading = {
  readonly storage: string;
  readonly object: Tree;
  readonly files: AsyncIterable<ExpectedFile> | Iterable<ExpectedFile>;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly again: <T>(read: () => Promise<T>) => Promise<T>;
};

/** Reads files of an object in full and tells which are not what they must be. Errors: those of the storage, the signal's reason. */
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
    const found = await again(() => findDigest(object, file.path, pace, signal));
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
