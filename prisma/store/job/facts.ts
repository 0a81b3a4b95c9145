import { WaybillError } from "../../../core/errors.ts";
import type { GivenFacts } from "../../../core/metadata/merge-facts.ts";
import type { Sql } from "../../sql.ts";
import { needOf } from "../file.ts";

/** The step result with what a job's form or row said, before its files were read. */
export const GIVEN_STEP = "given";

/**
 * Saves on a job what its metadata files, or the previous version, say about its object; its original input is saved
 * once, as a step result.
 */
export async function recordFacts(
  tx: Sql,
  job: { readonly id: string; readonly fence: bigint },
  facts: GivenFacts,
): Promise<void> {
  await tx.$executeRaw`
    WITH mine AS (
      SELECT id, fence, creator, title, date, COALESCE(local_ids, '{}') AS local_ids, supplied_ark
      FROM job WHERE id = ${job.id} AND fence = ${job.fence} FOR UPDATE
    ), given AS (
      INSERT INTO step_result (owner_id, step, result, fence)
      SELECT id, ${GIVEN_STEP}, jsonb_build_object('creator', creator, 'title', title, 'date', date,
        'localIds', to_jsonb(local_ids), 'suppliedArk', supplied_ark), fence
      FROM mine
      ON CONFLICT (owner_id, step) DO NOTHING
    )
    UPDATE job SET creator = ${facts.creator}, title = ${facts.title}, date = ${facts.date},
      local_ids = ${[...facts.localIds]}::text[], supplied_ark = ${facts.suppliedArk}
    FROM mine WHERE job.id = mine.id`;
}

/** Saves the estimate of a job's working storage, in bytes: that of its files, or `atLeast` if that is more. */
export async function recordNeed(tx: Sql, jobId: string, fence: bigint, atLeast = 0): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = GREATEST(${needOf(jobId)}, ${atLeast}::bigint) WHERE id = ${jobId} AND fence = ${fence}`;
}

/** A version that its job is about to put in place. */
export type Placing = { readonly jobId: string; readonly fence: bigint; readonly version: number };

/**
 * Called right before a version is put in place, to check that the job is still this worker's. From then on the version
 * may be in storage although nothing records it, so the object stays this job's, even if it fails, until the version is
 * recorded. The row is locked, so that failing the job at this moment happens either before, and is noticed here, or
 * after, and sees the mark.
 * @throws WaybillError `lease_lost`
 */
export async function markPlacing(tx: Sql, { jobId, fence, version }: Placing): Promise<void> {
  const marked = await tx.$executeRaw`
    WITH mine AS (SELECT id, fence FROM job WHERE id = ${jobId} AND fence = ${fence} FOR SHARE)
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, 'place', jsonb_build_object('version', ${version}::int), fence FROM mine
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()`;
  if (marked === 0) throw new WaybillError("lease_lost", `The lease on ${jobId} is lost.`);
}

/**
 * The same for several jobs. Left out are those whose lease is lost and those that another transaction has locked:
 * markPlacing tells which. The LIMIT takes nothing away, as in moveEach.
 * @returns for each, in the order given, whether it is marked
 */
export async function markEachPlacing(tx: Sql, all: readonly Placing[]): Promise<boolean[]> {
  const asked = all.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1));
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH mine AS MATERIALIZED (
      SELECT job.id, job.fence, asked.version
      FROM (
        SELECT * FROM unnest(${asked.map(({ jobId }) => jobId)}::text[], ${asked.map(({ fence }) => fence)}::bigint[],
          ${asked.map(({ version }) => version)}::int[])
        LIMIT ${asked.length}
      ) AS asked (id, fence, version)
      CROSS JOIN LATERAL (
        SELECT id, fence FROM job WHERE id = asked.id AND fence = asked.fence FOR SHARE SKIP LOCKED
      ) AS job
    )
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, 'place', jsonb_build_object('version', version), fence FROM mine
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    RETURNING owner_id AS id`;
  const marked = new Set(rows.map(({ id }) => id));
  return all.map(({ jobId }) => marked.has(jobId));
}

export type JobWait = {
  readonly jobId: string;
  readonly fence: bigint;
  readonly code: string;
  readonly why: string;
  /** Milliseconds until a worker tries again; null: not before it is made due. */
  readonly dueInMs: number | null;
  /** It gives back what a worker that died may have reserved for it. */
  readonly givesSpaceBack?: boolean;
};

/**
 * Lets a job wait where it is, asleep until it is due: gives the lease back, shows why, and records a new
 * reason in the timeline.
 */
export async function waitJob(tx: Sql, wait: JobWait): Promise<void> {
  await tx.$executeRaw`
    WITH before AS (
      SELECT id, batch_id, wait_code FROM job WHERE id = ${wait.jobId} AND fence = ${wait.fence} FOR UPDATE
    ), waiting AS (
      UPDATE job SET wait_code = ${wait.code}, wait_reason = ${wait.why}, lease_owner = NULL, lease_until = NULL,
        due_at = clock_timestamp() + ${wait.dueInMs}::float8 * interval '1 millisecond', asleep = ${wait.dueInMs !== null},
        space_reserved = CASE WHEN ${wait.givesSpaceBack ?? false} THEN 0 ELSE space_reserved END
      FROM before WHERE job.id = before.id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason, code)
    SELECT 'job.waits', batch_id, id, 'Waybill', ${wait.why}, ${wait.code} FROM before
    WHERE wait_code IS DISTINCT FROM ${wait.code}`;
}
