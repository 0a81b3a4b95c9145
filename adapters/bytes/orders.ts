import type { DigestAlgorithm } from "../../core/digest/algorithms.ts";
import type { Digests } from "../digest/hash-stream.ts";
import type { Fault } from "../threads/fault.ts";

/** A range of a file, in bytes. */
export type Range = { readonly at: number; readonly length: number };

/**
 * What is asked of a thread about one file, in this order: `open` first; then `hash` for ranges the file has already and `store`
 * for those it is to get, each range after the one before it; `digests`; at any time `close`, the last.
 */
export type Work =
  | {
      readonly kind: "open";
      /** Open for reading and writing, until `close` is answered. */
      readonly descriptor: number;
      readonly algorithm: DigestAlgorithm | undefined;
    }
  | ({ readonly kind: "hash" } & Range)
  /** `slot` has the bytes, from its start. It belongs to the thread until it comes back with the answer. */
  | ({ readonly kind: "store"; readonly slot: ArrayBuffer } & Range)
  | { readonly kind: "digests" }
  | { readonly kind: "close" };

/** Work with the number its answer has. `file`: the number of the file. */
export type Order = { readonly number: number; readonly file: number; readonly work: Work };

/** What work gives: that of `digests` the digests, that of `store` the slot. */
export type Result = { readonly digests?: Digests; readonly slot?: ArrayBuffer };

/** The answer to an order. */
export type Answer = { readonly number: number } & ({ readonly result: Result } | { readonly fault: Fault });
