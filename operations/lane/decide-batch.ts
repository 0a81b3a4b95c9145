import { WaybillError } from "../../core/errors.ts";
import type { SubmissionChange } from "../../core/lane/submission.ts";
import type { Tx } from "../../prisma/client.ts";
import { setSubmission } from "../../prisma/store/batch/submission.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/batches.ts";
import { endCalls } from "../../prisma/store/lane/turn.ts";

/**
 * Writes a person's decision about a batch, and closes its calls that can no longer be answered.
 * @throws WaybillError `stale_state`: somebody else was faster
 */
export async function decideBatch(
  tx: Tx,
  { id: batchId, laneId, submitted, status }: LaneBatchRow,
  decision: { readonly change: SubmissionChange; readonly actor: string; readonly reason: string },
): Promise<void> {
  const { actor, reason } = decision;
  const from = { submitted, status };
  if (!(await setSubmission(tx, { batchId, laneId, fence: null, from, ...decision })))
    throw new WaybillError("stale_state", "Someone else has changed the batch in the meantime. Look again.");
  await endCalls(tx, batchId, `No answer was recorded. ${actor} decided: ${reason}`);
}
