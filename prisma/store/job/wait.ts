import type { Sql } from "../../sql.ts";

export type JobWait = {
  readonly jobId: string;
  readonly fence: bigint;
  readonly code: string;
  readonly why: string;
  /** Milliseconds until a worker looks again; null: not before somebody makes it due. */
  readonly dueInMs: number | null;
};

/** Lets a job wait where it is: gives the lease back, shows why, and says it in the timeline when the reason is new. */
export async function waitJob(tx: Sql, wait: JobWait): Promise<void> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT id, batch_id, wait_code FROM job WHERE id = ${wait.jobId} AND fence = ${wait.fence} FOR UPDATE
    ), waiting AS (
      UPDATE job SET wait_code = ${wait.code}, wait_reason = ${wait.why}, lease_owner = NULL, lease_until = NULL,
        due_at = clock_timestamp() + ${wait.dueInMs}::float8 * interval '1 millisecond'
      FROM before WHERE job.id = before.id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason, code)
    SELECT 'job.waits', batch_id, id, 'Waybill', ${wait.why}, ${wait.code} FROM before
    WHERE wait_code IS DISTINCT FROM ${wait.code}`;
}
