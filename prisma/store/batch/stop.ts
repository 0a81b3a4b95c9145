import { QueueError } from "../../../core/errors.ts";
import type { Sql } from "../../sql.ts";

/**
 * Lets a batch whose jobs are being made stand still until a person acts: it stays Processing, its lease is given back and
 * nothing makes it due. Its serial lane stays locked; the jobs it has go on. @throws QueueError `stale_state`: the lease is lost
 */
export async function stopBatch(
  tx: Sql,
  { batchId, fence, why }: { readonly batchId: string; readonly fence: bigint; readonly why: string },
): Promise<void> {
  const stopped = await tx.$executeRaw`
    WITH stopped AS (
      UPDATE batch SET stopped_at = clock_timestamp(), wait_reason = ${why}, due_at = NULL, lease_owner = NULL, lease_until = NULL
      WHERE id = ${batchId} AND fence = ${fence} AND state = 'Processing' AND expanded_at IS NULL AND stopped_at IS NULL
      RETURNING id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.stopped', id, 'Waybill', ${why}, 'worker_killed' FROM stopped`;
  if (stopped === 0) throw new QueueError("stale_state", "The batch is no longer this worker's; look again.");
}
