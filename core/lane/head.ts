import type { BatchFacts, LaneFacts } from "./facts.ts";
import { isLocking, isUntouched } from "./facts.ts";

/** How a batch comes to be queued. Unknown is asked about before anything is sent. */
export type How = "new" | "unknown" | "delayed";
export type Queued = { readonly batchId: string; readonly how: How };

/**
 * Which batches of a lane are queued now: none or one of a serial lane, up to its width of an unordered one. In a serial
 * lane: the one batch to be sent again, if it is the only open one; else nothing while any is open; else the untouched
 * one with the lowest lane_seq. While the intake is held only what was begun goes on. prisma/store/lane/rule-sql.ts says the same in SQL; a test compares them.
 * Source: one-round serial queuer, "Logic"; docs/reference/lanes.md, "Which batch goes next".
 */
export function queueOf(lane: LaneFacts, batches: readonly BatchFacts[], now: Date): Queued[] {
  if (lane.isHeld || lane.isHalted) return [];
  const inOrder = [...batches].sort(bySeq);
  const waiting = lane.isPaused ? [] : inOrder.filter(isUntouched);
  const locking = inOrder.filter(isLocking);
  const mayGo = locking.filter(({ state }) => !(lane.isPaused && state === "Pending"));
  const again = mayGo.flatMap((batch) => againOf(batch, now));
  if (lane.ordering === "serial") {
    if (locking.length === 1) return again;
    return locking.length > 1 ? [] : waiting.slice(0, 1).map(asNew);
  }
  const inFlight = locking.filter(({ state }) => state !== "Held").length;
  const room = Math.max(0, lane.width - inFlight);
  return [...again, ...waiting.slice(0, room).map(asNew)];
}

/** Rule 1: a batch that is sent again. */
function againOf(batch: BatchFacts, now: Date): Queued[] {
  if (batch.submitted || batch.unresolved || batch.state === "Held") return [];
  if (batch.status === "Unknown") return [{ batchId: batch.id, how: "unknown" }];
  const isOver = batch.delayedUntil !== null && batch.delayedUntil <= now;
  return batch.status === "Delayed" && isOver ? [{ batchId: batch.id, how: "delayed" }] : [];
}

const asNew = ({ id }: BatchFacts): Queued => ({ batchId: id, how: "new" });

const bySeq = (a: BatchFacts, b: BatchFacts) => (a.laneSeq < b.laneSeq ? -1 : 1);
