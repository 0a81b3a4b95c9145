import { statfs } from "node:fs/promises";

/** Of each disk: what is left free where no number is set. */
const MOST_BYTES = 1_000_000_000;
const SHARE = 0.05;
/** A writer looks at the disk again after so many bytes, or after a share of what is left that keeps many writers in bounds. */
const LOOK_BYTES = 8_388_608;
const WRITERS = 32;

/** Bytes of a disk as the file system tells them; `free` is what this user may still write. */
export type Disk = { readonly totalBytes: number; readonly freeBytes: number };

/** Reads a disk's size. `place`: any file or folder on it. Errors: those of node:fs. */
export async function readDisk(place: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(place);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** What is kept free of a disk, in bytes: the number set, or else 5 % of it and at most 1 GB. */
export function reserveOf(disk: Disk, reserveBytes: number | undefined): number {
  return reserveBytes ?? Math.min(MOST_BYTES, Math.floor(disk.totalBytes * SHARE));
}

/** Bytes that may still be written on the disk of `place`, its reserve left alone; 0 when that is touched already. */
export async function roomOn(place: string, reserveBytes: number | undefined): Promise<number> {
  const disk = await readDisk(place);
  return Math.max(0, disk.freeBytes - reserveOf(disk, reserveBytes));
}

/**
 * For one writer of payload: call it before so many bytes are written on the disk of `place`. When a promise comes back,
 * wait for it. The reserve is PostgreSQL's, which on a full disk ends and cannot start again.
 * Errors: an error with the code ENOSPC, as the disk itself would raise.
 */
export function keepReserve(
  place: string,
  reserveBytes: number | undefined,
): (bytes: number) => Promise<void> | undefined {
  let credit = 0;
  const look = async (bytes: number) => {
    // a place that is gone is the writer's to find: it may have lost it to another worker
    const room = await roomOn(place, reserveBytes).catch(() => bytes);
    if (room < bytes) {
      const message = "ENOSPC: what is left of the disk is kept for the database (DISK_RESERVE)";
      throw Object.assign(new Error(message), { code: "ENOSPC", syscall: "write" });
    }
    credit = Math.max(0, Math.min(LOOK_BYTES, Math.floor(room / WRITERS)) - bytes);
  };
  return (bytes) => {
    if (bytes > credit) return look(bytes);
    credit -= bytes;
    return undefined;
  };
}
