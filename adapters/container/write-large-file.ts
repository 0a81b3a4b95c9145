import type { FileHandle } from "node:fs/promises";
import { openLargeFile } from "../bytes/large-file.ts";
import type { LargeFiles } from "../bytes/large-files.ts";
import { keepReserve } from "../disk/reserve.ts";
import type { WriteRules, Written } from "./written.ts";

/**
 * Writes a stream to an open, empty file, and reads it back, on a thread; the caller closes it. Afterwards it is remembered
 * as read back. Limits and errors: as `writeFile`; `storage_verify_failed`.
 */
export async function writeLargeFile(
  to: string,
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  { signal, reserveBytes, large }: WriteRules & { readonly large: LargeFiles },
): Promise<Written> {
  const room = keepReserve(to, reserveBytes);
  const file = await openLargeFile(handle, { large, fromByte: 0, algorithm: "crc-32", room, signal });
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      sizeBytes += chunk.length;
      const behind = file.write(chunk);
      if (behind) await behind;
    }
    await file.flush();
    const { sha256, declared } = await file.digests();
    await large.readBack.keep(to, await handle.stat({ bigint: true }), sha256);
    return { sizeBytes, sha256, crc32: Number.parseInt(declared ?? "", 16) };
  } finally {
    await file.leave();
  }
}
