import { closeSync, fsyncSync, openSync, readSync, statfsSync, writeSync } from "node:fs";
import { type Disk, noRoom, roomOf } from "./reserve.ts";

/** Calls that wait for the disk: for threads only. */

/** Opens a file for one piece of work. */
export function within<T>(file: number, work: (file: number) => T): T {
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

export function syncPath(path: string): void {
  within(openSync(path, "r"), fsyncSync);
}

/** Writes all of it from the start; the system may write less than asked. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at);
}

/** At most the first `most` bytes of a file; fewer means that the file ended. */
export function readUpTo(file: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  let filled = 0;
  while (filled < most) {
    const read = readSync(file, bytes, filled, most - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Refuses to write so many bytes if that would touch the disk's reserve. Errors: as `keepReserve`. */
export function requireRoom(place: string, bytes: number, reserveBytes: number | undefined): void {
  const disk = findDisk(place);
  if (disk && roomOf(disk, reserveBytes) < bytes) throw noRoom();
}

/** A missing place is left for the writer to find: it may have lost it to another worker. */
function findDisk(place: string): Disk | undefined {
  try {
    const { blocks, bavail, bsize } = statfsSync(place);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return undefined;
  }
}
