import type { BatchFacts, LaneFacts } from "./facts.ts";
import { isInFlight, isLocking, isUntouched } from "./facts.ts";

/** How a batch comes to be queued. Unknown is asked about before anything is sent. */
export type How = "new" | "unknown" | "delayed";
export type Queued = { readonly batchId: string; readonly how: How };

/**
 * Which batches of a lane are queued now: none or one of a serial lane, up to its width of an unordered one. In a serial
 * lane: the one in flight, if it is to be sent again; else nothing while any is in flight; else the untouched one with the
 * lowest lane_seq, unless a Held one stands before it. While the intake is held only what was begun goes on.
 * prisma/store/lane/rule.ts says the same in SQL; a test compares them.
 * Source: one-round serial queuer, "Logic"; docs/reference/lanes.md, "Which batch goes next".
 */
export function queueOf(lane: LaneFacts, batches: readonly BatchFacts[], now: Date): Queued[] {
  if (lane.isHeld || lane.isHalted) return [];
  const inOrder = [...batches].sort(bySeq);
  const waiting = lane.isPaused ? [] : inOrder.filter(isUntouched);
  const inFlight = inOrder.filter(isInFlight);
  const mayGo = lane.isPaused ? inFlight.filter((batch) => hasBegun(lane, batch)) : inFlight;
  const again = mayGo.flatMap((batch) => againOf(batch, now));
  if (lane.ordering === "serial") {
    if (inFlight.length > 0) return inFlight.length === 1 ? again : [];
    return waiting.slice(0, 1).filter(nothingHeldBefore(inOrder)).map(asNew);
  }
  const room = Math.max(0, lane.width - inFlight.length);
  return [...again, ...waiting.slice(0, room).map(asNew)];
}

/** Of what is in flight: whether more has been done than to find working storage full. */
function hasBegun({ isRepository }: LaneFacts, { state }: BatchFacts): boolean {
  return !isRepository && state !== "Pending";
}

function nothingHeldBefore(inOrder: readonly BatchFacts[]): (batch: BatchFacts) => boolean {
  const held = inOrder.find((batch) => batch.state === "Held" && isLocking(batch));
  return ({ laneSeq }) => held === undefined || laneSeq < held.laneSeq;
}

/** A batch in flight that is sent again. */
function againOf(batch: BatchFacts, now: Date): Queued[] {
  if (batch.submitted || batch.unresolved) return [];
  if (batch.status === "Unknown") return [{ batchId: batch.id, how: "unknown" }];
  const isOver = batch.delayedUntil !== null && batch.delayedUntil <= now;
  return batch.status === "Delayed" && isOver ? [{ batchId: batch.id, how: "delayed" }] : [];
}

const asNew = ({ id }: BatchFacts): Queued => ({ batchId: id, how: "new" });

const bySeq = (a: BatchFacts, b: BatchFacts) => (a.laneSeq < b.laneSeq ? -1 : 1);
