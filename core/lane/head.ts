import type { BatchFacts, LaneFacts } from "./facts.ts";
import { isInFlight, isLocking, isUntouched } from "./facts.ts";

/** Why a batch is queued. For an Unknown batch the ledger is asked before anything is sent. */
export type How = "new" | "unknown" | "delayed";
export type Queued = { readonly batchId: string; readonly how: How };

/**
 * Which batches of a lane are queued now: at most one in a serial lane, up to the lane's width in an unordered one. A
 * serial lane queues the batch in flight if it is to be sent again, nothing while any other is in flight, and otherwise
 * the untouched batch with the lowest lane_seq, unless a Held one is ahead of it. While the intake is held, only
 * batches that have begun go on. In an unordered lane of the repository nothing begins behind a batch that waits for working
 * storage: its jobs might write an object before it. A lane may ask that a batch begins only once it has its position.
 * prisma/store/lane/rule.ts says the same in SQL; a test compares them. Source:
 * one-round serial queuer, "Logic"; docs/reference/lanes.md, "Which batch goes next".
 */
export function queueOf(lane: LaneFacts, batches: readonly BatchFacts[], now: Date): Queued[] {
  if (lane.isHeld || lane.isHalted) return [];
  const inOrder = [...batches].sort(bySeq);
  const waiting = lane.isPaused ? [] : inOrder.filter(isUntouched);
  const inFlight = inOrder.filter(isInFlight);
  const mayGo = lane.isPaused ? inFlight.filter((batch) => hasBegun(lane, batch)) : inFlight;
  const again = mayGo.flatMap((batch) => againOf(batch, now));
  // judged of those whose turn it is, so that one which waits for its position is not overtaken
  const starts = ({ hasPosition }: BatchFacts) => lane.startsWhen === "accepted" || hasPosition;
  if (lane.ordering === "serial") {
    if (inFlight.length > 0) return inFlight.length === 1 ? again : [];
    // what locks now is Held
    const first = inOrder.find((batch) => isUntouched(batch) || isLocking(batch));
    return waiting.filter((batch) => batch === first && starts(batch)).map(asNew);
  }
  const room = Math.max(0, lane.width - inFlight.length);
  const noSpace = inOrder.find((batch) => waitsForSpace(lane, batch));
  const mayBegin = waiting.filter(({ laneSeq }) => noSpace === undefined || laneSeq < noSpace.laneSeq);
  return [...again, ...mayBegin.slice(0, room).filter(starts).map(asNew)];
}

/** Whether the repository has not begun a batch because working storage was full. */
function waitsForSpace({ isRepository }: LaneFacts, { submitted, status }: BatchFacts): boolean {
  return isRepository && !submitted && status === "Delayed";
}

/** Whether a batch in flight has really begun, and not just found working storage full. */
function hasBegun({ isRepository }: LaneFacts, { state }: BatchFacts): boolean {
  return !isRepository && state !== "Pending";
}

/** The batch, if it is in flight and to be sent again. */
function againOf(batch: BatchFacts, now: Date): Queued[] {
  if (batch.submitted || batch.unresolved) return [];
  if (batch.status === "Unknown") return [{ batchId: batch.id, how: "unknown" }];
  const isOver = batch.delayedUntil !== null && batch.delayedUntil <= now;
  return batch.status === "Delayed" && isOver ? [{ batchId: batch.id, how: "delayed" }] : [];
}

const asNew = ({ id }: BatchFacts): Queued => ({ batchId: id, how: "new" });

const bySeq = (a: BatchFacts, b: BatchFacts) => (a.laneSeq < b.laneSeq ? -1 : 1);
