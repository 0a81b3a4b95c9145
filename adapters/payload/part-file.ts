import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { WaybillError } from "../../core/errors.ts";
import { keepReserve } from "../disk/reserve.ts";
import type { DiskThreads } from "../threads/threads.ts";
import { findStat } from "./find-stat.ts";

/** An unfinished file being written, private to its owner (0600). Errors: those of node:fs; `lease_lost`. */
export type PartFile = {
  /** Takes a chunk. If it returns a promise, wait for it before the next chunk: the disk is behind. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Writes what is buffered and closes, so that a later try can continue from there. */
  close(): Promise<void>;
  /** Writes what is buffered, syncs, closes, and gives the file its final name. */
  finish(to: string): Promise<void>;
};

/** `reserveBytes`: what to leave free on the disk; undefined: a share of it. */
export type PartRules = {
  readonly writeBufferBytes: number;
  readonly reserveBytes: number | undefined;
  /** Write a small file in one go; without them it is written like all others. */
  readonly threads?: DiskThreads | undefined;
};

/** Up to this many bytes, a file that is complete is written on a thread. */
const SMALL_BYTES = 65_536;

/** Path of the unfinished file of `to`. */
export function partPath(to: string): string {
  return `${to}.part`;
}

/**
 * Opens the part file of `to`: a new one, which must not exist yet, when `fromByte` is 0; otherwise the existing one,
 * to continue at `fromByte`. Buffers `writeBufferBytes` before each write, and holds at most twice as much. Stops with
 * ENOSPC before it uses the disk's reserve.
 */
export async function openPart(to: string, fromByte: number, rules: PartRules): Promise<PartFile> {
  const path = partPath(to);
  const handle = await open(path, fromByte === 0 ? "wx" : "r+", 0o600);
  const room = keepReserve(path, rules.reserveBytes);
  let position = fromByte;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing = Promise.resolve();

  const flush = () => {
    const [batch, bytes, at, earlier] = [gathered, gatheredBytes, position, writing];
    position += gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    writing = earlier.then(() => room(bytes)).then(() => writeAll(handle, batch, at));
    // The next caller to wait gets the failure; until then it must not count as unhandled.
    writing.catch(() => {});
    return earlier;
  };
  const close = async () => {
    try {
      flush();
      await writing;
    } finally {
      await handle.close();
    }
  };
  const finishSmall = async (threads: DiskThreads, to: string) => {
    try {
      const bytes = new Uint8Array(gatheredBytes);
      let at = 0;
      for (const piece of gathered) {
        bytes.set(piece, at);
        at += piece.length;
      }
      const { reserveBytes } = rules;
      const isOurs = await threads.run({
        kind: "finish",
        file: handle.fd,
        part: path,
        to,
        bytes,
        reserveBytes,
      });
      if (!isOurs) throw takenOver();
    } finally {
      await handle.close();
    }
  };
  return {
    write(chunk) {
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      return gatheredBytes < rules.writeBufferBytes ? undefined : flush();
    },
    close,
    async finish(name) {
      const { threads } = rules;
      if (threads && position === 0 && gatheredBytes <= SMALL_BYTES) return finishSmall(threads, name);
      try {
        flush();
        await writing;
        await handle.sync();
        await checkStillOurs(handle, path);
      } finally {
        await handle.close();
      }
      await rename(path, name);
    },
  };
}

/** Removes the part file of `to`, if there is one. */
export async function removePart(to: string): Promise<void> {
  await rm(partPath(to), { force: true });
}

/**
 * `writev` may write less than asked, especially when the disk is filling up; the rest is written until it succeeds or
 * fails.
 */
async function writeAll(handle: FileHandle, batch: readonly Uint8Array[], at: number): Promise<void> {
  if (batch.length === 0) return;
  const { bytesWritten } = await handle.writev(batch, at);
  let skip = bytesWritten;
  let position = at + bytesWritten;
  for (const chunk of batch) {
    let from = Math.min(skip, chunk.length);
    skip -= from;
    while (from < chunk.length) {
      const rest = await handle.write(chunk, from, chunk.length - from, position);
      from += rest.bytesWritten;
      position += rest.bytesWritten;
    }
  }
}

/**
 * While a worker was paused, another one may have started the file anew; that one's bytes must not get our name. Errors:
 * `lease_lost`.
 */
export async function checkStillOurs(handle: FileHandle, path: string): Promise<void> {
  const [ours, there] = await Promise.all([handle.stat(), findStat(path)]);
  if (there && ours.ino === there.ino && ours.dev === there.dev) return;
  throw takenOver();
}

function takenOver(): WaybillError {
  return new WaybillError("lease_lost", "Another worker has taken over the download of this file.");
}
