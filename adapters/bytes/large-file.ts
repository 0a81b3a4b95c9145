import type { FileHandle } from "node:fs/promises";
import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import type { Digests } from "../digest/hash-stream.ts";
import { freeYoungBuffers } from "./free-young-buffers.ts";
import type { LargeFiles } from "./large-files.ts";
import type { Range } from "./orders.ts";
import { syncBehind } from "./sync-behind.ts";

/** Some are filled while the thread stores others. */
const SLOTS = 4;
/** Hashed in one go of what a file already has; between them an abort is noticed. */
const RANGE_BYTES = 8_388_608;

/** A large file being written and read back on a thread. The caller closes its handle, after `leave`. */
export type LargeFile = {
  /** Takes a chunk, which may be used again at once. If it returns a promise, wait for it before the next chunk. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Waits until all bytes are in the file and read back. */
  flush(): Promise<void>;
  /** The digests of the whole file, as read back; after `flush`, once. */
  digests(): Promise<Digests>;
  /** Waits for the thread, which then forgets the file, and for the syncs. Errors: those of the syncs. */
  leave(): Promise<void>;
};

/** `fromByte`: where to go on; what the file has before that is hashed first. `room` is asked before bytes are written. */
export type LargeFileRules = {
  readonly large: Pick<LargeFiles, "threads" | "slotBytes">;
  readonly fromByte: number;
  readonly algorithm: DigestAlgorithm | undefined;
  readonly room: (bytes: number) => Promise<void> | undefined;
  readonly signal: AbortSignal;
};

/**
 * Takes over a file that is open for reading and writing. In memory are at most four slots of it. After an error nothing more
 * is written, so the file has no gaps. Errors: `storage_verify_failed`, when what is read back is not what was written;
 * `storage_failed`, when a thread has ended; those of the file system; the signal's reason.
 */
export async function openLargeFile(file: FileHandle, rules: LargeFileRules): Promise<LargeFile> {
  const { fromByte, algorithm, room, signal } = rules;
  const { threads, slotBytes } = rules.large;
  const hand = threads.take();
  const behind = syncBehind(file);
  const turns: Promise<ArrayBuffer>[] = [];
  let slot = new Uint8Array(slotBytes);
  let [filled, at] = [0, fromByte];

  const leave = async () => {
    await Promise.allSettled(turns);
    await hand.leave();
    await behind.end();
  };
  const store = async (range: Range, bytes: ArrayBuffer) => {
    const { slot: back } = await hand.do({ kind: "store", slot: bytes, ...range });
    behind.wrote(range.length);
    return back ?? new ArrayBuffer(slotBytes);
  };
  /** Hands the slot over and waits for one to fill: a new one, or the one that has been away longest. */
  const pass = async () => {
    if (filled === 0) return;
    behind.check();
    await room(filled);
    const turn = store({ at, length: filled }, slot.buffer);
    // whoever waits for a slot next gets the failure; until then it must not count as unhandled
    turn.catch(() => {});
    turns.push(turn);
    at += filled;
    filled = 0;
    const [oldest] = turns;
    if (!oldest || turns.length < SLOTS) {
      slot = new Uint8Array(slotBytes);
      return;
    }
    // stays there if it failed, so that a flush fails too
    slot = new Uint8Array(await oldest);
    turns.splice(0, 1);
  };
  const fill = (bytes: Uint8Array) => {
    slot.set(bytes, filled);
    filled += bytes.length;
  };
  const writeAcross = async (chunk: Uint8Array) => {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + slotBytes - filled);
      fill(piece);
      from += piece.length;
      if (filled === slotBytes) await pass();
    }
  };
  try {
    await hand.do({ kind: "open", descriptor: file.fd, algorithm });
    for (let from = 0; from < fromByte; from += RANGE_BYTES) {
      signal.throwIfAborted();
      await hand.do({ kind: "hash", at: from, length: Math.min(RANGE_BYTES, fromByte - from) });
    }
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    write(chunk) {
      freeYoungBuffers(chunk.length);
      if (filled + chunk.length >= slotBytes) return writeAcross(chunk);
      fill(chunk);
      return undefined;
    },
    async flush() {
      await pass();
      await Promise.all(turns);
    },
    async digests() {
      const { digests } = await hand.do({ kind: "digests" });
      if (!digests) throw new Error("a thread answered without digests");
      return digests;
    },
    leave,
  };
}
