import type { BatchState } from "../../../core/batch/states.ts";
import type { Resumable } from "../../../core/job/resume.ts";
import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";
import { jobMatches } from "./list-rows.ts";

/** A job as acts on many look at it. */
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
      readonly q?: string | undefined;
    };

/**
 * The chosen jobs, at most `most`, by batch and place. `lock`: they and their batches stay as they are until the
 * transaction ends, so that no report is made of a batch while its jobs change; in an order of its own, so that two who
 * lock do not block each other.
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
    WHERE ${chosen(choice)}
    ORDER BY job.batch_id, job.ordinal
    LIMIT ${most}
    ${lock ? Prisma.sql`FOR NO KEY UPDATE OF batch, job` : Prisma.empty}`;
}

function chosen(choice: JobChoice): Prisma.Sql {
  if ("ids" in choice) return Prisma.sql`job.id = ANY(${[...choice.ids]}::text[])`;
  const { state, reach, batchId, code, q } = choice;
  return Prisma.sql`job.state = ${state}::job_state AND ${within(Prisma.sql`batch.collection_id`, reach)}
    AND ${batchId ? Prisma.sql`job.batch_id = ${batchId}` : Prisma.sql`TRUE`}
    AND ${code ? Prisma.sql`job.error_code = ${code}` : Prisma.sql`TRUE`}
    AND ${q ? jobMatches(q) : Prisma.sql`TRUE`}`;
}
