import { statfs } from "node:fs/promises";

/** The most space left free on each disk when none is configured. */
const MOST_BYTES = 1_000_000_000;
const SHARE = 0.05;
/**
 * A writer checks the disk again after this many bytes, or after a share of the remaining space that keeps many writers
 * within bounds.
 */
const LOOK_BYTES = 8_388_608;
const WRITERS = 32;

/** Bytes of a disk as the file system tells them; `free` is what this user may still write. */
export type Disk = { readonly totalBytes: number; readonly freeBytes: number };

/** Reads a disk's size. `place`: any file or folder on it. Errors: those of node:fs. */
export async function readDisk(place: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(place);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** The space to keep free on a disk, in bytes: as configured, or else 5 % of it, at most 1 GB. */
export function reserveOf(disk: Disk, reserveBytes: number | undefined): number {
  return reserveBytes ?? Math.min(MOST_BYTES, Math.floor(disk.totalBytes * SHARE));
}

/** Bytes that may still be written to the disk of `place` without touching its reserve; 0 when none. */
export async function roomOn(place: string, reserveBytes: number | undefined): Promise<number> {
  return roomOf(await readDisk(place), reserveBytes);
}

/** The same for a disk that has been read. */
export function roomOf(disk: Disk, reserveBytes: number | undefined): number {
  return Math.max(0, disk.freeBytes - reserveOf(disk, reserveBytes));
}

/** The error of a writer that would touch the reserve, as the disk itself would raise it. */
export function noRoom(): Error {
  const message = "ENOSPC: what is left of the disk is kept for the database (DISK_RESERVE)";
  return Object.assign(new Error(message), { code: "ENOSPC", syscall: "write" });
}

/**
 * For a writer of payload: call it before writing bytes to the disk of `place`. If it returns a promise, await it. The
 * reserve is for PostgreSQL, which stops on a full disk and cannot start again. Errors: an error with the code ENOSPC,
 * as the disk itself would raise.
 */
export function keepReserve(
  place: string,
  reserveBytes: number | undefined,
): (bytes: number) => Promise<void> | undefined {
  let credit = 0;
  const look = async (bytes: number) => {
    // a missing place is left for the writer to find: it may have lost it to another worker
    const room = await roomOn(place, reserveBytes).catch(() => bytes);
    if (room < bytes) throw noRoom();
    credit = Math.max(0, Math.min(LOOK_BYTES, Math.floor(room / WRITERS)) - bytes);
  };
  return (bytes) => {
    if (bytes > credit) return look(bytes);
    credit -= bytes;
    return undefined;
  };
}
