import type { BatchState } from "../../../core/batch/states.ts";
import { WaybillError } from "../../../core/errors.ts";
import type { Resumable } from "../../../core/job/resume.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";
import { jobMatches } from "./list.ts";
import { checkMove, type JobMove, moveColumns, moveEvent } from "./move.ts";

/** A job, with what bulk actions need. */
export type BulkJob = Resumable & {
  readonly id: string;
  readonly batchId: string;
  readonly batchState: BatchState;
  readonly collectionId: string;
};

/** Which jobs: by id, or those in one state that a filter finds. */
export type JobChoice =
  | { readonly ids: readonly string[] }
  | {
      readonly state: JobState;
      readonly reach: Reach;
      readonly batchId?: string | undefined;
      readonly code?: string | undefined;
      /** The key of an incident; of failed jobs. */
      readonly cause?: string | undefined;
      /** Those that have been in the state since then or longer. */
      readonly stateBy?: Date | undefined;
      readonly q?: string | undefined;
    };

/**
 * The chosen jobs, at most `most`, by batch and place. `lock`: locks them and their batches until the transaction ends,
 * so that no report is made of a batch while its jobs change; locks are taken in a fixed order, so that two callers
 * cannot deadlock. Of an incident those that can be resumed are chosen first: the others would be found again by every
 * call, and keep those behind them from being reached.
 */
export async function findJobsForAct(
  tx: Sql,
  choice: JobChoice,
  { most, lock }: { readonly most: number; readonly lock: boolean },
): Promise<BulkJob[]> {
  return tx.$queryRaw<BulkJob[]>`
    SELECT job.id, job.batch_id AS "batchId", job.state, job.last_successful_state AS "lastSuccessfulState",
      job.payload_trusted AS "payloadTrusted", job.working_directory IS NOT NULL AS "hasFiles",
      batch.state AS "batchState", batch.collection_id AS "collectionId"
    FROM job JOIN batch ON batch.id = job.batch_id
    WHERE ${"ids" in choice || choice.cause === undefined ? chosen(choice) : ofIncident(choice, most)}
    ORDER BY job.batch_id, job.ordinal
    LIMIT ${most}
    ${lock ? Prisma.sql`FOR NO KEY UPDATE OF batch, job` : Prisma.empty}`;
}

function ofIncident(choice: JobChoice, most: number): Prisma.Sql {
  return Prisma.sql`job.id IN (
    SELECT job.id FROM job JOIN batch ON batch.id = job.batch_id WHERE ${chosen(choice)}
    ORDER BY job.payload_trusted DESC, job.batch_id, job.ordinal LIMIT ${most})`;
}

function chosen(choice: JobChoice): Prisma.Sql {
  if ("ids" in choice) return Prisma.sql`job.id = ANY(${[...choice.ids]}::text[])`;
  const { state, reach, batchId, code, cause, stateBy, q } = choice;
  return Prisma.sql`job.state = ${state}::job_state AND ${within(Prisma.sql`batch.collection_id`, reach)}
    AND ${batchId ? Prisma.sql`job.batch_id = ${batchId}` : Prisma.sql`TRUE`}
    AND ${code ? Prisma.sql`job.error_code = ${code}` : Prisma.sql`TRUE`}
    AND ${cause === undefined ? Prisma.sql`TRUE` : Prisma.sql`job.failure_cause = ${cause}`}
    AND ${stateBy ? Prisma.sql`job.state_at <= ${stateBy}` : Prisma.sql`TRUE`}
    AND ${q ? jobMatches(q) : Prisma.sql`TRUE`}`;
}

/** The same move for many jobs, which the caller has locked. */
export type JobsMove = Omit<JobMove, "jobId" | "fence" | "stored"> & { readonly jobIds: readonly string[] };

/**
 * Moves many jobs in one statement, which writes an event for each. Up to some ten thousand at a time.
 * @throws WaybillError `illegal_move`, or `stale_state` when one of them is not in `from`: roll back then
 */
export async function moveJobs(tx: Sql, move: JobsMove): Promise<void> {
  const { jobIds, from } = move;
  checkMove(move);
  if (jobIds.length === 0) return;
  const moved = await tx.$executeRaw`
    WITH moved AS (
      UPDATE job SET ${moveColumns(move)}
      WHERE id = ANY(${[...jobIds]}::text[]) AND state = ${from}::job_state
      RETURNING id, batch_id, collection_id
    )
    INSERT INTO event (kind, batch_id, job_id, "from", "to", actor, reason, code, collection_id) SELECT ${moveEvent(move)} FROM moved`;
  if (moved !== jobIds.length)
    throw new WaybillError("stale_state", `Some of the jobs are no longer ${from}; look again.`);
}

export type ResumableJob = Resumable & { readonly collectionId: string; readonly batchId: string };

/** The facts for deciding on a job's resume. */
export async function findResumable(tx: Tx, jobId: string): Promise<ResumableJob | undefined> {
  const row = await tx.job.findUnique({
    where: { id: jobId },
    select: {
      state: true,
      lastSuccessfulState: true,
      payloadTrusted: true,
      workingDirectory: true,
      batchId: true,
      batch: { select: { collectionId: true } },
    },
  });
  if (!row) return undefined;
  const { workingDirectory, batch, ...job } = row;
  return { ...job, hasFiles: workingDirectory !== null, collectionId: batch.collectionId };
}

/** Whether the batch has a failed job whose payload was sound. */
export async function hasResumableJob(tx: Tx, batchId: string): Promise<boolean> {
  const job = await tx.job.findFirst({
    where: { batchId, state: "Failed", payloadTrusted: true },
    select: { id: true },
  });
  return job !== null;
}
