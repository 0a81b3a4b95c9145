import { isFinalStatus } from "../../core/lane/facts.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type SubmissionMove, setSubmission } from "../../prisma/store/batch/submission.ts";
import { endBatch } from "../lane/end-batch.ts";
import { leaseLost, type TurnContext } from "./context.ts";

/**
 * Saves a batch's standing, and moves the batch on to its report once that is final. Call inside a transaction.
 * @throws WaybillError `lease_lost`: the claim is lost, or the batch has changed since this was decided
 */
export async function writeStanding(
  tx: Sql,
  { claim, lane }: Pick<TurnContext, "claim" | "lane">,
  { batchId, from, change }: Pick<SubmissionMove, "batchId" | "from" | "change">,
): Promise<void> {
  const move = { batchId, laneId: claim.laneId, fence: claim.fence, from, change, actor: "Waybill" };
  if (!(await setSubmission(tx, move))) throw leaseLost(lane);
  if (isFinalStatus(change.status)) await endBatch(tx, batchId, change);
}
