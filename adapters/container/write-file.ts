import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { keepReserve } from "../disk/reserve.ts";
import { writeLargeFile } from "./write-large-file.ts";
import type { WriteRules, Written } from "./written.ts";

/** Buffered before a write, so that a stream of small chunks does not cause as many writes. */
const WRITE_BYTES = 262_144;

/**
 * Writes a stream to a new file, private to its owner (0600), hashing it on the way. A file left by an earlier try is
 * replaced, never written into, since the storage may have a hard link to it. Stops with ENOSPC before it uses the
 * disk's reserve. `expectedBytes`: what it will probably have.
 */
export async function writeFile(
  to: string,
  chunks: AsyncIterable<Uint8Array>,
  expectedBytes: number,
  rules: WriteRules,
): Promise<Written> {
  const { large } = rules;
  const handle = await openNew(to);
  try {
    if (large && expectedBytes >= large.fromBytes)
      return await writeLargeFile(to, handle, chunks, { ...rules, large });
    return await writeHere(to, handle, chunks, rules);
  } finally {
    await handle.close();
  }
}

async function writeHere(
  to: string,
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  { signal, reserveBytes }: WriteRules,
): Promise<Written> {
  const room = keepReserve(to, reserveBytes);
  const hash = createHash("sha256");
  let [sizeBytes, crc, gatheredBytes] = [0, 0, 0];
  let gathered: Uint8Array[] = [];
  const flush = async () => {
    const batch = gathered;
    await room(gatheredBytes);
    gathered = [];
    gatheredBytes = 0;
    for (const chunk of batch) await handle.writeFile(chunk);
  };
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    sizeBytes += chunk.length;
    hash.update(chunk);
    if (chunk.length > 0) crc = crc32(chunk, crc);
    gathered.push(chunk);
    gatheredBytes += chunk.length;
    if (gatheredBytes >= WRITE_BYTES) await flush();
  }
  await flush();
  return { sizeBytes, sha256: hash.digest("hex"), crc32: crc };
}

async function openNew(to: string): Promise<FileHandle> {
  try {
    return await open(to, "wx+", 0o600);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    await rm(to);
    return open(to, "wx+", 0o600);
  }
}
