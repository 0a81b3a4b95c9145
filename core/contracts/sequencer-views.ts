import type { SequencerStore } from "../sequencer/order.ts";

/** What receipts are verified with. `key`: SHA-256 of the public key; `publicKey`: Ed25519, SPKI, in base64url. */
export type SequencerKeys = {
  readonly keys: readonly { readonly key: string; readonly publicKey: string }[];
};

/** How far the chain of epochs has been verified. Positions and numbers of epochs count from 1. */
export type ChainVerification = {
  /** The first position that was looked at. */
  readonly from: number;
  /** How many epochs and items were found good, and how many of those epochs nobody has signed yet. */
  readonly epochs: number;
  readonly items: number;
  readonly unsigned: number;
  /** The last good epoch and the last position it gave; 0: none. */
  readonly reached: { readonly seq: number; readonly position: number };
  /** The last position given when the verification began. */
  readonly end: number;
  /** It has come to the end. */
  readonly isWhole: boolean;
  /** The first thing that is wrong. `seq`: the epoch's; see core/sequencer/chain.ts. */
  readonly fault: { readonly seq: number; readonly kind: string; readonly message: string } | null;
};

/** How the sequencer stands. Keys name nodes; source: docs/reference/sequencer.md. */
export type SequencerView = {
  readonly tickMs: number;
  /** What decides which beat comes next. */
  readonly store: SequencerStore;
  /** The latest beat, its age by the database's clock, and since when its writer has written all beats; null: none yet. */
  readonly writer: {
    readonly writer: string;
    readonly incarnation: string;
    readonly seq: number;
    readonly term: number;
    readonly at: string;
    readonly ageMs: number;
    /** In ticks, until its next beat; more than 1 in a quiet time. */
    readonly period: number;
    /** It has said that it stops. */
    readonly handsOver: boolean;
    readonly since: string | null;
  } | null;
  /** The nodes that have shown up in the last 5 s, in their order. */
  readonly ring: readonly SequencerNodeView[];
  /** The last position given. */
  readonly position: number;
  /** What waits for one. `isMore`: it was not counted further. */
  readonly waiting: {
    readonly count: number;
    readonly isMore: boolean;
    readonly oldestAt: string | null;
  };
  /** The newest first, at most 20. `from` null: the first beat of all; `inPeace`: the one before had said that it stops. */
  readonly takeovers: readonly {
    readonly term: number;
    readonly at: string;
    readonly from: string | null;
    readonly to: string;
    readonly gapMs: number | null;
    readonly inPeace: boolean;
  }[];
  readonly may: { readonly stepDown: boolean };
};

export type SequencerNodeView = {
  readonly key: string;
  /** Places behind the writer; 0: it is the writer; null: nobody has written yet. */
  readonly distance: number | null;
  readonly seenAt: string;
  /** Beats it has tried to write since its start, and another node had written before. */
  readonly beatsLost: number;
  readonly isAskedToStepDown: boolean;
};
