import type { Sql } from "../../sql.ts";

/** Lets a batch wait where it is: gives its lease back, shows why, and says it in the timeline when the reason is new. */
export async function waitBatch(
  tx: Sql,
  wait: {
    readonly batchId: string;
    readonly fence: bigint;
    readonly code: string;
    readonly why: string;
    readonly dueInMs: number;
  },
): Promise<void> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT id, wait_reason FROM batch WHERE id = ${wait.batchId} AND fence = ${wait.fence} FOR UPDATE
    ), waiting AS (
      UPDATE batch SET wait_reason = ${wait.why}, lease_owner = NULL, lease_until = NULL,
        due_at = clock_timestamp() + ${wait.dueInMs}::float8 * interval '1 millisecond'
      FROM before WHERE batch.id = before.id
    )
    INSERT INTO event (kind, batch_id, actor, reason, code)
    SELECT 'batch.waits', id, 'Waybill', ${wait.why}, ${wait.code} FROM before
    WHERE wait_reason IS DISTINCT FROM ${wait.why}`;
}
