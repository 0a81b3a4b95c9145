import { createHash, hash } from "node:crypto";
import { constants, type FileHandle, open } from "node:fs/promises";

/** What was read from a file. `digest`: lower-case hexadecimal. */
export type Reading = { readonly size: number; readonly digest: string };

const READ_BYTES = 512 * 1024;

/** At most the first `limit` bytes of a file; fewer means that the file ended. */
export async function readBeginning(handle: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(limit);
  let filled = 0;
  while (filled < limit) {
    const { bytesRead } = await handle.read(buffer, filled, limit - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Reads a whole file and hashes it; the next piece is read while this one is hashed. `expectedSize` (bytes) only sizes
 * the buffers; the result says what was there. Errors: those of the file system, the signal's reason.
 */
export async function readDigest(
  handle: FileHandle,
  expectedSize: number,
  signal: AbortSignal | undefined,
  algorithm = "sha256",
): Promise<Reading> {
  if (expectedSize < READ_BYTES) {
    const bytes = await readBeginning(handle, expectedSize + 1);
    if (bytes.length <= expectedSize) return { size: bytes.length, digest: hash(algorithm, bytes, "hex") };
  }
  const sum = createHash(algorithm);
  const buffers = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)] as const;
  let size = 0;
  let reading = handle.read(buffers[0], 0, READ_BYTES, 0);
  for (let turn = 1; ; turn += 1) {
    const { bytesRead, buffer } = await reading;
    if (bytesRead === 0) return { size, digest: sum.digest("hex") };
    signal?.throwIfAborted();
    size += bytesRead;
    reading = handle.read(turn % 2 === 0 ? buffers[0] : buffers[1], 0, READ_BYTES, size);
    sum.update(buffer.subarray(0, bytesRead));
  }
}

/**
 * Opens a file for reading; a symbolic link is refused with ELOOP, so that nothing outside is ever mistaken for
 * content. A pipe in its place is opened without waiting for a writer.
 */
export async function openContent(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}
