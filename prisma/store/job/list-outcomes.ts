import type { MerrittJob } from "../../../core/merritt/job-state.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** The jobs of a batch after a place in it, or one of them. */
export type OutcomeFilter = { readonly batchId: string; readonly limit: number } & (
  | { readonly after: number }
  | { readonly jobId: string }
);

/** What became of a batch's jobs, by place, at most `limit`. */
export async function listJobOutcomes(tx: Sql, filter: OutcomeFilter): Promise<MerrittJob[]> {
  return tx.$queryRaw<MerrittJob[]>`
    SELECT job.id, job.batch_id AS "batchId", job.ordinal, job.state, job.ark,
      COALESCE(job.local_ids, '{}') AS "localIds", job.filename, job.title, job.creator, job.date, job.submitter,
      job.priority, stored.version, job.created_at AS "createdAt", job.ended_at AS "endedAt",
      job.error_message AS "errorMessage", job.wait_reason AS "waitReason"
    FROM job LEFT JOIN object_version AS stored ON stored.job_id = job.id
    WHERE job.batch_id = ${filter.batchId}
      AND ${"jobId" in filter ? Prisma.sql`job.id = ${filter.jobId}` : Prisma.sql`job.ordinal > ${filter.after}`}
    ORDER BY job.ordinal
    LIMIT ${filter.limit}`;
}
