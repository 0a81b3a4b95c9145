import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { ExpectedFile, FileFault, PreservedStorage } from "../../../core/copy/ports.ts";
import { readDigest } from "../ocfl/file-digest.ts";
import { checkReading } from "../ocfl/verify-file.ts";
import { digestOf } from "./expected.ts";

/** A file to write at `to`, which must not exist. `sources`: where its bytes may be, in the order to try them. */
export type Bringing = {
  readonly root: string;
  readonly file: ExpectedFile;
  readonly to: string;
  readonly sources: readonly PreservedStorage[];
  /** Asked before bytes are written, so that the disk's reserve stays free. */
  readonly room: (bytes: number) => Promise<void> | undefined;
  readonly fsync: boolean;
  readonly signal: AbortSignal;
};

/** `from`: the storage that gave the bytes; null: they were made anew. `faults`: what others had in their place. */
export type Brought = {
  readonly size: number;
  readonly from: string | null;
  readonly faults: readonly FileFault[];
};

/** No storage has the bytes of a file; all of them have answered. */
export class NoSource extends Error {
  readonly faults: readonly FileFault[];
  constructor(faults: readonly FileFault[]) {
    super("No storage has the bytes of this file.");
    this.faults = faults;
  }
}

/**
 * Writes a file with the bytes it must have, synced and read back, from the first source that has them.
 * Errors: NoSource; that of a source which did not answer, when no other has the bytes; those of the file system.
 */
export async function bringFile(bringing: Bringing): Promise<Brought> {
  const { file, to, sources, fsync, signal } = bringing;
  const handle = await open(to, "wx+");
  try {
    const brought =
      "text" in file ? await writeText(handle, file.text) : await bring(handle, bringing, sources);
    const expected = { path: file.path, sha256: digestOf(file), size: brought.size, signal };
    await Promise.all([
      fsync ? handle.sync() : undefined,
      readDigest(handle, brought.size, signal).then((reading) => checkReading(reading, expected)),
    ]);
    return brought;
  } finally {
    await handle.close();
  }
}

async function writeText(handle: FileHandle, text: string): Promise<Brought> {
  const bytes = Buffer.from(text);
  await writeAt(handle, bytes, 0);
  return { size: bytes.length, from: null, faults: [] };
}

async function bring(
  handle: FileHandle,
  bringing: Bringing,
  sources: readonly PreservedStorage[],
): Promise<Brought> {
  const { root, file, signal } = bringing;
  const expected = digestOf(file);
  const path = ("from" in file && file.from) || file.path;
  const faults: FileFault[] = [];
  const silent: unknown[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    try {
      const got = await take(handle, await source.read(root, path), bringing);
      if (got?.sha256 === expected) return { size: got.size, from: source.name, faults };
      faults.push({ storage: source.name, path, expected, found: got?.sha256 ?? null });
    } catch (error) {
      signal.throwIfAborted();
      silent.push(error);
    }
  }
  if (silent.length > 0) throw silent[0];
  throw new NoSource(faults);
}

async function take(
  handle: FileHandle,
  pieces: AsyncIterable<Uint8Array> | undefined,
  { room, signal }: Bringing,
): Promise<{ readonly size: number; readonly sha256: string } | undefined> {
  if (pieces === undefined) return undefined;
  await handle.truncate(0);
  const sum = createHash("sha256");
  let size = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    await room(piece.length);
    sum.update(piece);
    await writeAt(handle, piece, size);
    size += piece.length;
  }
  return { size, sha256: sum.digest("hex") };
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
