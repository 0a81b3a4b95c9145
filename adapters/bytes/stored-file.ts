import { readSync, writeSync } from "node:fs";
import { WaybillError } from "../../core/errors.ts";
import type { HashStream } from "../digest/hash-stream.ts";
import type { Range } from "./orders.ts";

/** A file that a thread writes and reads back. `hash`: of what it has read of it so far. */
export type StoredFile = { readonly descriptor: number; readonly hash: HashStream };

/** Written and read back at a time: small enough to be in the processor's cache all the while. */
const PIECE_BYTES = 131_072;

const room = Buffer.allocUnsafeSlow(PIECE_BYTES);

/**
 * Writes bytes at a place, reads them back from the file, compares the two, and hashes what was read: so the digest is that
 * of the file's own bytes, and takes one pass. `between`: called between writing and reading back (tests only).
 * Errors: `storage_verify_failed`; those of the file system.
 */
export function storeBytes(
  file: StoredFile,
  bytes: Uint8Array,
  at: number,
  between?: (piece: Range) => void,
): void {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    const range = { at: at + from, length: piece.length };
    for (let done = 0; done < piece.length; )
      done += writeSync(file.descriptor, piece, done, piece.length - done, range.at + done);
    between?.(range);
    const read = readRange(file.descriptor, range);
    if (!read.equals(piece)) throw differs(range);
    file.hash.update(read);
  }
}

/** Hashes a range the file already has. Errors: as `storeBytes`, when the file ends before it. */
export function hashRange(file: StoredFile, { at, length }: Range): void {
  for (let from = 0; from < length; from += PIECE_BYTES)
    file.hash.update(
      readRange(file.descriptor, { at: at + from, length: Math.min(PIECE_BYTES, length - from) }),
    );
}

/** At most a piece; good until the next one is read. */
function readRange(descriptor: number, range: Range): Buffer {
  for (let done = 0; done < range.length; ) {
    const read = readSync(descriptor, room, done, range.length - done, range.at + done);
    if (read === 0) throw differs(range);
    done += read;
  }
  return room.subarray(0, range.length);
}

function differs({ at, length }: Range): WaybillError {
  return new WaybillError(
    "storage_verify_failed",
    `Read back from working storage, a file is not as it was written, between bytes ${at} and ${at + length}. Check the disk.`,
  );
}
