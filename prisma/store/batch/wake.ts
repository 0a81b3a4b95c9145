import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { OUTCOME_SQL } from "../report.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";

/** Makes a batch that its lane has begun due, so that a worker makes its jobs. */
export async function makeBatchDue(tx: Sql, batchId: string): Promise<void> {
  await tx.$executeRaw`UPDATE batch SET due_at = clock_timestamp() WHERE id = ${batchId}`;
}

/** Lets a batch wait where it is: gives its lease back, shows why, and records a new reason in the timeline. */
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

/**
 * Of a row of `batch`: one of its jobs has not ended. Looked up for each batch (OFFSET 0); as a join the planner may read
 * the open jobs of all batches.
 */
const HAS_OPEN_JOB = Prisma.sql`EXISTS (
  SELECT FROM job WHERE job.batch_id = batch.id AND job.state NOT IN ${JOB_IS.ended} OFFSET 0)`;

/**
 * Makes batches whose jobs have all ended due. Called after the last move has committed: if two jobs end at the same
 * time, the later statement sees both. A failed batch is woken too, since its re-runs may need a report. A locked batch
 * is left to the sweep, so that it does not delay jobs of other batches. States are compared as text, so that the
 * planner does not look up all batches in them instead of these few.
 * @returns whether one became due
 */
export async function wakeIfJobsEnded(tx: Sql, ...batchIds: readonly string[]): Promise<boolean> {
  return (await tx.$executeRaw(wakingIfJobsEnded(batchIds))) > 0;
}

function wakingIfJobsEnded(batchIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE id = ANY(${[...batchIds]}::text[]) AND state::text IN ${BATCH_IS.awaitingJobs} AND expanded_at IS NOT NULL
        AND due_at IS NULL AND NOT ${HAS_OPEN_JOB}
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
}

/** At most this many jobs are woken; those behind them are woken in turn. */
const MOST_BEHIND = 10;

/**
 * What follows the end of jobs of these batches: as wakeIfJobsEnded, and jobs that wait for another job of their object are
 * woken, first in turn first, since it may have been that one. Otherwise they would try again after WAIT_RETRY_MS.
 * @returns whether anything became due
 */
export async function wakeAfterEnd(tx: Sql, batchIds: readonly string[]): Promise<boolean> {
  const [woken] = await tx.$queryRaw<{ isAny: boolean }[]>`
    WITH batches AS (${wakingIfJobsEnded(batchIds)} RETURNING id), behind AS (
      UPDATE job SET due_at = clock_timestamp(), asleep = false
      WHERE id IN (
        SELECT id FROM job WHERE wait_code = 'object_busy' AND due_at > clock_timestamp() ORDER BY turn_at LIMIT ${MOST_BEHIND}
        FOR UPDATE SKIP LOCKED)
      RETURNING id
    )
    SELECT EXISTS (SELECT FROM batches) OR EXISTS (SELECT FROM behind) AS "isAny"`;
  return woken?.isAny === true;
}

/**
 * Wakes batches whose jobs have all ended unnoticed: a worker died between the two statements, or the batch was locked.
 */
export async function wakeForgottenBatches(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE state = 'Processing' AND expanded_at IS NOT NULL AND due_at IS NULL
        AND NOT ${HAS_OPEN_JOB}
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
}

/**
 * Whether a row of `job` has ended in a way not yet reported. The index job_untold_idx has the same condition word for
 * word.
 */
const UNTOLD_JOB = Prisma.sql`job.state IN ${JOB_IS.ended}
  AND job.reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}`;

/**
 * Whether a row of `batch` has failed and been reported, and has re-runs to report automatically once they have all
 * ended.
 */
export const HAS_UNTOLD = Prisma.sql`batch.state = 'Failed' AND batch.expanded_at IS NOT NULL
  AND batch.id IN (SELECT job.batch_id FROM job WHERE ${UNTOLD_JOB})
  AND EXISTS (SELECT FROM profile_version WHERE profile_version.id = batch.profile_version_id
    AND coalesce((profile_version.settings ->> 'automaticUpdateReport')::boolean, true))`;

/**
 * Wakes failed batches whose re-runs have all ended unnoticed: a worker died between the job's end and the wake-up.
 * Otherwise their update report would never be written.
 */
export async function wakeUntoldBatches(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE due_at IS NULL AND lease_until IS NULL AND ${HAS_UNTOLD}
        AND NOT ${HAS_OPEN_JOB}
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
}
