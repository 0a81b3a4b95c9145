import type { Beat } from "./epoch.ts";
import type { Latest } from "./ports.ts";
import type { Ring } from "./ring.ts";
import { deadlineOf, type Seen, type Timing } from "./timing.ts";

/** A node of the sequencer, as far as what it does next depends on it. Times are of its own clock, which nobody sets, in ms. */
export type Member = {
  readonly key: string;
  readonly incarnation: string;
  readonly startMs: number;
  readonly seen: Seen | undefined;
  readonly intakeMs: number | undefined;
  /** What it has asked of the store and not heard back, since when, and the seq it knew of then. */
  readonly asked: Asked | undefined;
  /** Something was heard that says too little, or no answer came: the store has to be read first. */
  readonly mustRead: boolean;
  /** When it last began to read, or was last left without an answer. */
  readonly readMs: number | undefined;
  readonly failedMs: number | undefined;
};

type Asked = { readonly to: "publish" | "read"; readonly atMs: number; readonly known: number };

/** What a node does next. `after`: the seq that its beat would follow. */
export type Move =
  | { readonly do: "publish"; readonly after: number }
  | { readonly do: "read" }
  | { readonly do: "wait"; readonly untilMs: number };

export function startMember(key: string, incarnation: string, startMs: number): Member {
  return {
    key,
    incarnation,
    startMs,
    seen: undefined,
    intakeMs: undefined,
    asked: undefined,
    mustRead: false,
    readMs: undefined,
    failedMs: undefined,
  };
}

/** `polls` false: a node believes what it is told, and never looks for itself. */
export type Manner = Timing & { readonly polls?: boolean };

/** Ticks after which news is late. */
const LATE = 0.25;

/** What a node does next. Whoever carries it out says so with `asking`, and what came of it with `learn` or `fail`. */
export function nextMove(member: Member, ring: Ring, nowMs: number, manner: Manner): Move {
  const { seen, asked, mustRead, failedMs } = member;
  if (asked) return { do: "wait", untilMs: Number.POSITIVE_INFINITY };
  const againMs = failedMs === undefined ? nowMs : failedMs + manner.tickMs;
  if (againMs > nowMs) return { do: "wait", untilMs: againMs };
  if (mustRead) return { do: "read" };
  const deadlineMs = deadlineOf({ ...member, ring }, manner);
  if (deadlineMs <= nowMs) return { do: "publish", after: seen?.seq ?? 0 };
  if (manner.polls === false) return { do: "wait", untilMs: deadlineMs };
  const pollMs = pollMsOf(member, nowMs, manner);
  return pollMs <= nowMs ? { do: "read" } : { do: "wait", untilMs: Math.min(pollMs, deadlineMs) };
}

/**
 * When it looks for itself: once a tick while it has seen nothing, or has not been told of the beat that was to come. News is
 * a hint only, and whoever knows an old writer alone may reckon a deadline that is too late for the next one.
 */
function pollMsOf({ seen, readMs }: Member, nowMs: number, { tickMs }: Timing): number {
  const expectedMs = seen ? seen.atMs + (seen.period + LATE) * tickMs : nowMs;
  return readMs === undefined ? expectedMs : Math.max(expectedMs, readMs + tickMs);
}

/** It asks the store. */
export function asking(member: Member, to: "publish" | "read", nowMs: number): Member {
  const asked = { to, atMs: nowMs, known: member.seen?.seq ?? 0 };
  return { ...member, asked, ...(to === "read" && { readMs: nowMs, mustRead: false }) };
}

/**
 * It has the store's answer, to whatever it asked. The beat's age counts back from the question, since the node may have been
 * stopped before it read the answer: a time too early makes it try in vain, one too late makes everybody wait.
 */
export function learn(member: Member, latest: Latest | undefined): Member {
  const { asked } = member;
  const answered = { ...member, asked: undefined, failedMs: undefined };
  if (!asked) return answered;
  const seq = latest?.beat.seq ?? 0;
  // the store has lost beats, as after a failover or a restore: what is there now counts
  const known = seq < asked.known ? { ...answered, seen: undefined, startMs: asked.atMs } : answered;
  return latest ? see(known, latest.beat, asked.atMs - latest.ageMs) : known;
}

/** No answer came. If it had asked to publish, that may have succeeded: only the store knows. */
export function fail(member: Member, nowMs: number): Member {
  return { ...member, asked: undefined, mustRead: true, failedMs: nowMs };
}

/**
 * It was told of a beat. Late news does not count from now, or a late deadline would be reckoned from it: how much later than
 * the one before the beat was written, the store's clock says.
 */
export function hearOf(member: Member, beat: Beat, nowMs: number, { tickMs }: Timing): Member {
  const { seen } = member;
  if (!seen) return { ...member, mustRead: true };
  const writtenMs = seen.atMs + beat.at.getTime() - seen.storeMs;
  return see(member, beat, nowMs - writtenMs > LATE * tickMs ? writtenMs : nowMs);
}

/** It was told that there is something to order. */
export function hearOfIntake(member: Member, nowMs: number): Member {
  return member.intakeMs === undefined ? { ...member, intakeMs: nowMs } : member;
}

/**
 * The term of the stint that a node is in, as far as it knows; undefined: it is not the writer, or has handed over. It may
 * believe so for as long as it is told of nothing else: whatever it does for a term carries the term as a fence.
 */
export function termOf({ seen, incarnation }: Member): number | undefined {
  return seen?.incarnation === incarnation && !seen.handsOver ? seen.term : undefined;
}

function see(member: Member, beat: Beat, atMs: number): Member {
  if (member.seen && beat.seq <= member.seen.seq) return member;
  const { seq, writer, incarnation, term, at, period, handsOver } = beat;
  const { intakeMs } = member;
  return {
    ...member,
    seen: { seq, writer, incarnation, term, atMs, storeMs: at.getTime(), period, handsOver },
    // what came after it may still wait
    intakeMs: intakeMs !== undefined && intakeMs > atMs ? intakeMs : undefined,
  };
}
