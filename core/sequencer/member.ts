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
  if (deadlineMs <= nowMs)
    return isUnsure(member, deadlineMs, nowMs) ? { do: "read" } : { do: "publish", after: seen?.seq ?? 0 };
  if (manner.polls === false) return { do: "wait", untilMs: deadlineMs };
  const pollMs = pollMsOf(member, nowMs, manner);
  return pollMs <= nowMs ? { do: "read" } : { do: "wait", untilMs: Math.min(pollMs, deadlineMs) };
}

/**
 * Whether another's beat may have been written so late that the turn of this node has not come yet: then it asks once more, and
 * when the answer is there, so is its turn.
 */
function isUnsure({ seen, incarnation }: Member, deadlineMs: number, nowMs: number): boolean {
  return seen !== undefined && seen.incarnation !== incarnation && nowMs < deadlineMs + seen.unsureMs;
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
 * stopped before it read the answer, and a time too late would make everybody wait. How much too early that may be is kept
 * with it, or the node would take over from a writer that is well.
 */
export function learn(member: Member, latest: Latest | undefined, nowMs: number): Member {
  const { asked } = member;
  const answered = { ...member, asked: undefined, failedMs: undefined };
  if (!asked) return answered;
  const seq = latest?.beat.seq ?? 0;
  // the store has lost beats, as after a failover or a restore: what is there now counts
  const known = seq < asked.known ? { ...answered, seen: undefined, startMs: asked.atMs } : answered;
  if (!latest) return known;
  const { beat, ageMs } = latest;
  const written = { atMs: asked.atMs - ageMs, unsureMs: Math.max(0, nowMs - asked.atMs) };
  return known.seen?.seq === beat.seq ? narrow(known, known.seen, written) : see(known, beat, written);
}

/** No answer came. If it had asked to publish, that may have succeeded: only the store knows. */
export function fail(member: Member, nowMs: number): Member {
  return { ...member, asked: undefined, mustRead: true, failedMs: nowMs };
}

/**
 * It was told of a beat. Late news does not count from now, or a late deadline would be reckoned from it: how much later than
 * the one before the beat was written, the store's clock says. News is late only if it is so for the latest time at which that
 * one may have been written; otherwise one slow answer would make all later news late. A store whose clock was set back gives
 * beats the same time for a while, and says nothing by it.
 */
export function hearOf(member: Member, beat: Beat, nowMs: number, { tickMs }: Timing): Member {
  const { seen } = member;
  if (!seen) return { ...member, mustRead: true };
  if (beat.seq <= seen.seq) return member;
  const sinceMs = beat.at.getTime() - seen.storeMs;
  const { unsureMs } = seen;
  const writtenMs = seen.atMs + sinceMs;
  const isLate = sinceMs > 0 && nowMs - (writtenMs + unsureMs) > LATE * tickMs;
  return see(member, beat, isLate ? { atMs: writtenMs, unsureMs } : { atMs: nowMs, unsureMs: 0 });
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

/** When a beat was written: not before `atMs`, and at most `unsureMs` later. */
type Written = Pick<Seen, "atMs" | "unsureMs">;

function see(member: Member, beat: Beat, written: Written): Member {
  if (member.seen && beat.seq <= member.seen.seq) return member;
  const { seq, writer, incarnation, term, at, period, handsOver } = beat;
  return {
    ...member,
    seen: { seq, writer, incarnation, term, ...written, storeMs: at.getTime(), period, handsOver },
    intakeMs: intakeAfter(member, written.atMs),
  };
}

/**
 * The same beat again, with another answer: it was written when both allow. Never later than was known, since to a store whose
 * clock was set back it is new with each answer.
 */
function narrow(member: Member, seen: Seen, written: Written): Member {
  const latestMs = seen.atMs + seen.unsureMs;
  const atMs = Math.min(Math.max(seen.atMs, written.atMs), latestMs);
  const unsureMs = Math.max(0, Math.min(latestMs, written.atMs + written.unsureMs) - atMs);
  return { ...member, seen: { ...seen, atMs, unsureMs } };
}

/** What came after a beat may still wait. */
function intakeAfter({ intakeMs }: Member, atMs: number): number | undefined {
  return intakeMs !== undefined && intakeMs > atMs ? intakeMs : undefined;
}
