import type { BatchState } from "../../../core/batch/states.ts";
import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

type Stop = {
  readonly batchId: string;
  readonly fence: bigint;
  readonly state: BatchState;
  readonly why: string;
};

/**
 * Lets a batch stand still in its state until a person acts: its lease is given back and nothing makes it due. A serial
 * lane it has not ended in stays locked; the jobs it has go on. @throws QueueError `stale_state`: the lease is lost
 */
export async function stopBatch(tx: Sql, { batchId, fence, state, why }: Stop): Promise<void> {
  const stopped = await tx.$executeRaw`
    WITH stopped AS (
      UPDATE batch SET stopped_at = clock_timestamp(), wait_reason = ${why}, due_at = NULL, lease_owner = NULL, lease_until = NULL
      WHERE id = ${batchId} AND fence = ${fence} AND state = ${state}::batch_state AND stopped_at IS NULL
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.stopped', id, 'Waybill', ${why}, 'worker_killed' FROM stopped`;
  if (stopped === 0) throw new QueueError("stale_state", "The batch is no longer this worker's; look again.");
}
