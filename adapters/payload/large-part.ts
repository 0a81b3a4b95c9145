import type { BigIntStats } from "node:fs";
import { open, rename } from "node:fs/promises";
import { type LargeFile, openLargeFile } from "../bytes/large-file.ts";
import type { LargeFiles } from "../bytes/large-files.ts";
import { keepReserve } from "../disk/reserve.ts";
import type { HashedPart, HashedPartRules } from "./hashed-part.ts";
import { checkStillOurs, partPath } from "./part-file.ts";

/** `isOurs`: all of it was written here, as it is if nothing is said and nothing is there yet. */
type LargePartRules = HashedPartRules & { readonly large: LargeFiles; readonly isOurs?: boolean };

/**
 * The part file of `to`, written and read back on a thread. When it has its name, it is remembered as read back, if all of it
 * is ours: a worker that began it and was stopped may still write into it when it goes on. `fromByte`: as for `openPart`.
 */
export async function openLargePart(
  to: string,
  fromByte: number,
  { large, algorithm, reserveBytes, signal, isOurs = fromByte === 0 }: LargePartRules,
): Promise<HashedPart> {
  const path = partPath(to);
  const handle = await open(path, fromByte === 0 ? "wx+" : "r+", 0o600);
  let file: LargeFile;
  try {
    const room = keepReserve(path, reserveBytes);
    file = await openLargeFile(handle, { large, fromByte, algorithm, room, signal });
  } catch (error) {
    await handle.close();
    throw error;
  }
  const leave = async () => {
    try {
      await file.leave();
    } finally {
      await handle.close();
    }
  };
  let sizeBytes = fromByte;
  let sha256: string | undefined;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    write(chunk) {
      sizeBytes += chunk.length;
      return file.write(chunk);
    },
    async digests() {
      await file.flush();
      const digests = await file.digests();
      sha256 = digests.sha256;
      return digests;
    },
    async close() {
      try {
        await file.flush();
      } finally {
        await leave();
      }
    },
    async finish(name) {
      let written: BigIntStats;
      try {
        await file.leave();
        written = await handle.stat({ bigint: true });
        await handle.sync();
        await checkStillOurs(handle, path);
      } finally {
        await handle.close();
      }
      await rename(path, name);
      if (isOurs && sha256 !== undefined) await large.readBack.keep(name, written, sha256);
    },
  };
}
