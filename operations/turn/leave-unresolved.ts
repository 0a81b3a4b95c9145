import { AT_REST } from "../../core/lane/submission.ts";
import { findOpen, type TurnContext } from "./context.ts";
import { writeStanding } from "./write-standing.ts";

/** Leaves a batch to a person: resending it might apply it twice, and its ledger cannot tell. Polling goes on. */
export async function leaveUnresolved(turn: TurnContext, batchId: string): Promise<void> {
  const { ctx, lane, settings } = turn;
  const batch = findOpen(lane, batchId);
  if (!batch) return;
  const { submitted, status, unknownCount, checks } = batch;
  const change = {
    ...AT_REST,
    status,
    unresolved: true,
    unknown: "keep",
    unknownCount,
    checks,
    nextCheckInMs: settings.pollMostMs,
    message: "The ledger does not know the batch, which is no proof that it was not applied.",
  } as const;
  await ctx.db.transact((tx) => writeStanding(tx, turn, { batchId, from: { submitted, status }, change }));
  ctx.changes.note({ batch: batchId });
}
