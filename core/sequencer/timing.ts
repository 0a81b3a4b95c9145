import { distanceFrom, placeOf, type Ring } from "./ring.ts";

/** All but `tickMs` in ticks. */
export type Timing = {
  readonly tickMs: number;
  /** From a writer's beat to its next one. */
  readonly period: number;
  /** Between a node and the next one of the ring, when the writer is silent. */
  readonly step: number;
  /** The same while no beat has been seen. */
  readonly firstStep: number;
};

/** Sixteen ticks a second. Source: docs/reference/sequencer.md, "Ticks". */
export const TIMING: Timing = { tickMs: 62.5, period: 1, step: 1, firstStep: 3 };

/** The latest beat, as a node knows it. */
export type Seen = {
  readonly seq: number;
  readonly writer: string;
  /** The writer's start: the same node has another one after a restart. */
  readonly incarnation: string;
  /** The seq of the first beat of the writer's stint. */
  readonly term: number;
  /** By the node's own clock, which nobody sets: when it learned of the beat, less the beat's age by the store's clock. */
  readonly atMs: number;
  /** How much later than `atMs` it may have been written: what the answer took. */
  readonly unsureMs: number;
  /** The same by the store's clock. */
  readonly storeMs: number;
  /** The ticks until the writer's next beat: more than usual while nothing waits. */
  readonly period: number;
  /** The writer stops: the next of the ring takes its place. */
  readonly handsOver: boolean;
};

/** A node that waits for its turn. */
export type Waiting = {
  readonly key: string;
  readonly ring: Ring;
  readonly startMs: number;
  readonly seen: Seen | undefined;
  /** When it heard of something that waits for a position while the writer takes longer periods; undefined: of nothing. */
  readonly intakeMs: number | undefined;
};

/** When a node tries to publish unless it hears of another beat before. */
export function deadlineOf({ key, ring, startMs, seen, intakeMs }: Waiting, timing: Timing): number {
  const { tickMs, period, step, firstStep } = timing;
  if (!seen) return startMs + placeOf(ring, key) * firstStep * tickMs;
  const due = seen.atMs + seen.period * tickMs;
  const soon = intakeMs === undefined ? due : Math.max(intakeMs, seen.atMs + period * tickMs);
  return Math.min(due, soon) + turnsOf(seen, ring, key) * step * tickMs;
}

function turnsOf({ writer, handsOver }: Seen, ring: Ring, key: string): number {
  const distance = distanceFrom(ring, writer, key);
  if (!handsOver) return distance;
  return distance === 0 ? ring.length : distance - 1;
}

/** After so many beats in a row that gave no position, a writer doubles its period with each further one. */
export const QUIET_BEATS = 32;
export const MOST_PERIOD = 16;

/** The ticks until the next beat after `empty` in a row that gave no position. Source: docs/reference/sequencer.md, "Quiet times". */
export function periodAfter(empty: number, { period }: Timing): number {
  const doublings = Math.max(0, empty - QUIET_BEATS + 1);
  return Math.max(period, Math.min(period * 2 ** Math.min(doublings, MOST_PERIOD), MOST_PERIOD));
}
