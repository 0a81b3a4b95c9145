import type { End, ItemKind } from "../sequencer/epoch.ts";

/**
 * What has happened, in the order of everything. `batch`: a batch was accepted; `batch.ended`: it has reached `state`, and it
 * is the `ending`th time that it has ended. Source: docs/reference/feed.md.
 */
export type FeedItem = {
  readonly position: string;
  readonly kind: ItemKind;
  /** Of the batch. */
  readonly id: string;
  readonly collection: string | null;
  /** The lane's service id, and the batch's place in the lane. */
  readonly serviceId: string | null;
  readonly laneSeq: string | null;
  /** Of the bytes accepted, in lower-case hexadecimal. */
  readonly sha256: string | null;
  readonly at: string;
  /** The seq of the epoch that gave the position. */
  readonly epoch: string;
  /** Of an end; null of everything else. */
  readonly state: End["state"] | null;
  readonly ending: number | null;
};

/**
 * `next`: the cursor to go on from, its position first. `last`: the last position given by now. `isAll`: nothing that may be seen
 * comes after `next` yet.
 */
export type FeedPage = {
  readonly items: readonly FeedItem[];
  readonly next: string;
  readonly last: string;
  readonly isAll: boolean;
};
