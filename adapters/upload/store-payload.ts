import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Received } from "../../core/ports.ts";
import { tooLarge } from "../../core/space/too-large.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import { makeBelow } from "../disk/make-below.ts";
import { keepReserve } from "../disk/reserve.ts";
import { syncAbove, syncFolders } from "../disk/sync-folders.ts";

const HEAD_BYTES = 8192;
const READ_BYTES = 262_144;

/** `reserveBytes`: what to leave free on the disk; by default a share of it. `grow`: see `Upload`. */
export type PayloadRules = {
  readonly folder: string;
  readonly maxBytes: number;
  readonly reserveBytes?: number | undefined;
  readonly grow?: ((sizeBytes: number) => Promise<void>) | undefined;
  /**
   * Called with the first 8,192 bytes, or all of a shorter payload, before more of it is stored; throws to refuse it.
   */
  readonly onHead?: ((head: Uint8Array) => void | Promise<void>) | undefined;
};

/** A payload on disk, before it is known which form fields it belongs to. */
export type StoredPayload = Omit<Received, "fields" | "filename">;

/**
 * Streams a payload to disk below `folder`, hashing as it goes, and syncs its bytes. `keep` also syncs every folder on
 * its path: once it has returned, the payload survives a power loss under its path. Errors: `too_large`, `disk_full`,
 * those of `grow` and `onHead`; on every error, including the stream's own, the file is removed.
 */
export async function storePayload(
  chunks: AsyncIterable<Uint8Array>,
  rules: PayloadRules,
  algorithm?: DigestAlgorithm,
): Promise<StoredPayload> {
  const file = path.join(rules.folder, "uploads", `${randomUUID()}.part`);
  await makeBelow(rules.folder, "uploads");
  try {
    const written = await write(file, chunks, rules, algorithm);
    return { ...written, ...handlesOf(file, rules.folder, written.declared, algorithm) };
  } catch (error) {
    await rm(file, { force: true });
    throw diskFault(error);
  }
}

async function write(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, reserveBytes, grow, onHead }: PayloadRules,
  algorithm?: DigestAlgorithm,
) {
  const room = keepReserve(path.dirname(file), reserveBytes);
  const hash = await openHash(algorithm);
  const head: Uint8Array[] = [];
  let headBytes = 0;
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      if (hash.sizeBytes > maxBytes) {
        throw tooLarge(maxBytes);
      }
      if (headBytes < HEAD_BYTES) {
        head.push(chunk.slice(0, HEAD_BYTES - headBytes));
        headBytes += chunk.length;
        if (headBytes >= HEAD_BYTES) await onHead?.(Buffer.concat(head));
      }
      await grow?.(hash.sizeBytes);
      await room(chunk.length);
      await writeAll(handle, chunk);
    }
    if (headBytes < HEAD_BYTES) await onHead?.(Buffer.concat(head));
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { sha256, declared } = hash.finish();
  return { sizeBytes: hash.sizeBytes, sha256, declared, head: Buffer.concat(head) };
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, offset);
    offset += bytesWritten;
  }
}

function handlesOf(file: string, folder: string, declared: string | undefined, known?: DigestAlgorithm) {
  let place = file;
  return {
    digest: async (algorithm: DigestAlgorithm) => {
      if (algorithm === known && declared !== undefined) return declared;
      const hash = await openHash(algorithm);
      await hashFile(place, hash, new AbortController().signal);
      const digests = hash.finish();
      return digests.declared ?? digests.sha256;
    },
    chunks: () => createReadStream(place, { highWaterMark: READ_BYTES }),
    keep: async (batchId: string) => {
      const kept = path.join("batches", batchId, "payload");
      await makeBelow(folder, path.join("batches", batchId));
      await rename(place, path.join(folder, kept));
      place = path.join(folder, kept);
      const ways = [path.dirname(kept), "batches", "uploads", ""].map((way) => path.join(folder, way));
      await Promise.all([syncFolders(ways), syncAbove(folder)]);
      return kept;
    },
    requireKept: async () => {
      const found = await stat(place).catch(() => undefined);
      if (!found?.isFile())
        throw new WaybillError(
          "incomplete_upload",
          "The upload took too long to be accepted and was removed. Send it again.",
        );
    },
    discard: () => removePayload(place, file),
  };
}

async function removePayload(place: string, uploaded: string): Promise<void> {
  await rm(place, { force: true });
  if (place !== uploaded) await rm(path.dirname(place), { recursive: true, force: true });
}

function diskFault(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return new WaybillError(
    "disk_full",
    "Waybill's disk is full, so the upload was not kept. An operator must free up space; then send it again.",
    {
      cause: error,
    },
  );
}
