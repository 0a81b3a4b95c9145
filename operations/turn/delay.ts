import { AT_REST } from "../../core/lane/submission.ts";
import { findOpen, type TurnContext } from "./context.ts";
import { writeStanding } from "./write-standing.ts";

const WHY = "The ledger gave no clear answer to any try, and does not have the batch.";

/** Delays a batch after its last try; the delay window counts from that try. */
export async function delayBatch(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane, settings } = turn;
  const batch = findOpen(lane, batchId);
  if (!batch) return;
  const { submitted, status, retryAt } = batch;
  const delayedInMs = retryAt ? "until_retry" : settings.delayWindowMs;
  const change = { ...AT_REST, status: "Delayed", delayedInMs, message: WHY } as const;
  await ctx.db.transact((tx) => writeStanding(tx, turn, { batchId, from: { submitted, status }, change }));
  ctx.changes.note({ batch: batchId });
}
