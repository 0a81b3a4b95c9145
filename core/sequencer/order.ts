import * as z from "zod";
import { type Beat, termAfter } from "./epoch.ts";
import { periodAfter, type Timing } from "./timing.ts";

/** Who decides which beat comes next. Source: docs/decisions/0040-order-by-etcd.md. */
export const SEQUENCER_STORES = ["postgres", "etcd"] as const;
export type SequencerStore = (typeof SEQUENCER_STORES)[number];

/** Ids from the first to the last one, both included. */
export type Interval = readonly [from: number, to: number];

/** A beat with what it orders, so that whoever replays it gives the same items the same positions. */
export type OrderedBeat = Beat & {
  /** The installation whose order it is. */
  readonly of: string;
  /** Beats in a row that ordered nothing. */
  readonly empty: number;
  /** The last position given with it. */
  readonly position: number;
  /** The items it gives the positions up to `position`, by the ids of their rows, in this order. */
  readonly ids: readonly Interval[];
  /**
   * SHA-256 of what these items are, as the database reckons it: a copy of the database that lagged draws the ids of what it has
   * lost again, for other items.
   */
  readonly digest: string;
};

/** What stands in a register of an ordered beat. */
export function beatOf({ seq, writer, incarnation, term, at, period, handsOver }: OrderedBeat): Beat {
  return { seq, writer, incarnation, term, at, period, handsOver };
}

/** The last beat that has been replayed, as far as the next one depends on it. `seq` 0: none. */
export type Reached = Pick<OrderedBeat, "seq" | "incarnation" | "term" | "at" | "empty" | "position">;

/**
 * What the next beat is made of. `waiting`: ids of what waits after `reached`, ascending; `digest`: of these items; `now`: by
 * the database's clock.
 */
export type Board = {
  readonly reached: Reached;
  readonly waiting: readonly number[];
  readonly digest: string;
  readonly now: Date;
};

/** The beat that a node would write after what has been replayed. */
export function nextBeat(
  { reached, waiting, digest, now }: Board,
  { writer, incarnation, handsOver }: Pick<Beat, "writer" | "incarnation" | "handsOver">,
  of: string,
  timing: Timing,
): OrderedBeat {
  const empty = waiting.length === 0 ? reached.empty + 1 : 0;
  const isFirst = reached.seq === 0;
  return {
    of,
    seq: reached.seq + 1,
    writer,
    incarnation,
    term: termAfter(isFirst ? undefined : reached, incarnation),
    // a clock that was set back must not let times run backwards
    at: isFirst || now > reached.at ? now : reached.at,
    period: handsOver ? timing.period : periodAfter(empty, timing),
    handsOver,
    empty,
    position: reached.position + waiting.length,
    ids: intervalsOf(waiting),
    digest,
  };
}

/** Ascending ids as the fewest intervals that have these and no others. */
export function intervalsOf(ids: readonly number[]): readonly Interval[] {
  const intervals: [number, number][] = [];
  for (const id of ids) {
    const last = intervals.at(-1);
    if (last && id === last[1] + 1) last[1] = id;
    else intervals.push([id, id]);
  }
  return intervals;
}

/** The ids of intervals, in their order. */
export function idsOf(intervals: readonly Interval[]): readonly number[] {
  return intervals.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, place) => from + place));
}

const Whole = z.number().int().min(0);
const KeptBeat = z.object({
  of: z.string(),
  seq: Whole,
  writer: z.string(),
  incarnation: z.string(),
  term: Whole,
  at: z.iso.datetime().transform((text) => new Date(text)),
  period: z.number(),
  handsOver: z.boolean(),
  empty: Whole,
  position: Whole,
  ids: z.array(z.tuple([Whole, Whole])).readonly(),
  digest: z.string(),
});

/** A beat as the text that an order log keeps. */
export function beatText(beat: OrderedBeat): string {
  return JSON.stringify(beat);
}

/** @returns undefined: the text is none of beatText */
export function readBeatText(text: string): OrderedBeat | undefined {
  try {
    return KeptBeat.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Why the beats of an order log cannot be replayed, and what a person can do. */
const LOST = {
  foreign: "the order log belongs to another installation: give each one an ETCD_PREFIX of its own",
  rotated:
    "the database is behind the oldest beat that the order log has kept, as after a restore from an old backup",
  items:
    "the order log has given positions to items that this database does not have, as after a failover to a copy that lagged",
} as const;

/** The register follows another store than this process: all workers must have the same one. */
export class OtherStore extends Error {
  constructor(own: SequencerStore) {
    super(
      `SEQUENCER_STORE is ${own} here and something else in other workers, whose beats the register follows: this worker takes no part in the order until it is started with theirs`,
    );
  }
}

/** The database and the order log contradict each other. Nothing is ordered until a person has decided. */
export class OrderLost extends Error {
  constructor(why: keyof typeof LOST, seq: number) {
    super(`${LOST[why]} (beat ${seq}; docs/reference/sequencer.md, "When the two contradict each other")`);
  }
}
