import type { BATCH_ENDED } from "../batch/states.ts";

/**
 * What stands in the register: one step of a writer. Times are the store's, to the millisecond. Source:
 * docs/reference/sequencer.md, "Beats and epochs".
 */
export type Beat = {
  /** From 1, without a gap. */
  readonly seq: number;
  /** The key of the node. */
  readonly writer: string;
  readonly incarnation: string;
  /** The seq of the first beat of this writer's uninterrupted stint: what fences its duties. */
  readonly term: number;
  readonly at: Date;
  /** The ticks until its next beat. */
  readonly period: number;
  /** It stops after this one. */
  readonly handsOver: boolean;
};

/** A beat that gave positions, from `first` to `last`. What it says is hashed, with the epoch before. */
export type Epoch = Omit<Beat, "period" | "handsOver"> & {
  readonly first: number;
  readonly last: number;
  /** SHA-256 over its items, in lower-case hexadecimal. */
  readonly itemsHash: string;
  /** The hash of the epoch before; of the first one NO_HASH. */
  readonly previousHash: string;
};

/** `batch`: one was accepted. `batch.ended`: one has reached a state in which it has ended. */
export type ItemKind = "batch" | "batch.ended" | "task";

/** A state reached, and which end of the batch it is, from 1: a failed batch ends again once its jobs were run again. */
export type End = { readonly state: (typeof BATCH_ENDED)[number]; readonly ending: number };

/** What has a position. `sha256`: of the bytes that were accepted. `at`: when it happened. `end`: of an end alone. */
export type Item = {
  readonly position: number;
  readonly kind: ItemKind;
  readonly id: string;
  readonly laneId: string | null;
  readonly laneSeq: number | null;
  readonly sha256: string | null;
  readonly at: Date;
  readonly end?: End | undefined;
};

/** Before the first epoch. */
export const NO_HASH = "0".repeat(64);

/**
 * The text of an item that is hashed: one line each, the lane's id in hexadecimal since it may have any sign. An end has two
 * lines more.
 */
export function itemText({ position, kind, id, laneId, laneSeq, sha256, at, end }: Item): string {
  const lane = laneId === null ? "" : hexOf(laneId);
  const facts = [position, kind, id, lane, laneSeq ?? "", sha256 ?? "", at.toISOString()];
  return [...facts, ...(end ? [end.state, end.ending] : [])].join("\n");
}

/** The text whose hash is an epoch's `itemsHash`: the hashes of its items, in the order of their positions. */
export function itemsText(hashes: readonly string[]): string {
  return hashes.join("\n");
}

/** The text of an epoch that is hashed and signed. */
export function epochText(epoch: Epoch): string {
  const { seq, writer, incarnation, term, at, first, last, itemsHash, previousHash } = epoch;
  const facts = [seq, writer, incarnation, term, at.toISOString(), first, last, itemsHash, previousHash];
  return ["waybill epoch", ...facts].join("\n");
}

/** The term of a beat after `previous`: that of the stint, or its own seq when another stint begins. */
export function termAfter(
  previous: Pick<Beat, "seq" | "incarnation" | "term"> | undefined,
  incarnation: string,
): number {
  if (previous?.incarnation === incarnation) return previous.term;
  return (previous?.seq ?? 0) + 1;
}

function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
