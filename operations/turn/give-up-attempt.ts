import { asAmbiguous } from "../../core/lane/submission.ts";
import { answerAttempt } from "../../prisma/store/attempt/answer.ts";
import { findOpen, type TurnContext } from "./context.ts";
import { writeStanding } from "./write-standing.ts";

const WHY = "No answer was recorded: the worker that made the call died or was paused.";

/**
 * Closes an attempt without a recorded answer, once its call has been cut off. The ledger is asked about the batch
 * next; it is sent again only when the call has settled.
 */
export async function giveUpAttempt(
  turn: TurnContext,
  { batchId, attemptId }: { readonly batchId: string; readonly attemptId: string },
): Promise<void> {
  const { ctx, lane, claim } = turn;
  const batch = findOpen(lane, batchId);
  if (!batch) return;
  const { submitted, status, tries } = batch;
  const change = asAmbiguous(WHY, { tries, retryInMs: null });
  const answer = {
    outcome: "lost",
    httpStatus: null,
    ledgerCode: null,
    message: WHY,
    isOver: false,
  } as const;
  await ctx.db.transact(async (tx) => {
    await answerAttempt(tx, { ...answer, attemptId: BigInt(attemptId), fence: claim.fence });
    await writeStanding(tx, turn, { batchId, from: { submitted, status }, change });
  });
  ctx.changes.note({ batch: batchId });
}
