import { QueueError } from "../../core/errors.ts";
import { isFinalStatus } from "../../core/lane/facts.ts";
import type { Sql } from "../../prisma/sql.ts";
import { type SubmissionMove, setSubmission } from "../../prisma/store/batch/submission.ts";
import { endBatch } from "./end-batch.ts";
import type { TurnContext } from "./turn-context.ts";

/**
 * Writes how a batch stands, and takes it on to its report once that is final. Call inside a transaction.
 * @throws QueueError `lease_lost`: the claim is lost, or the batch no longer stands as it was when this was decided
 */
export async function settle(
  tx: Sql,
  { work, lane }: Pick<TurnContext, "work" | "lane">,
  { batchId, from, change }: Pick<SubmissionMove, "batchId" | "from" | "change">,
): Promise<void> {
  const move = { batchId, laneId: lane.id, fence: work.fence, from, change, actor: "Waybill" };
  if (!(await setSubmission(tx, move)))
    throw new QueueError("lease_lost", `Lane ${lane.serviceId} or its batch is no longer this worker's.`);
  if (isFinalStatus(change.status)) await endBatch(tx, batchId, change);
}
