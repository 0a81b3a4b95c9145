import type { ReportJob } from "../../../core/report/rows.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { OUTCOME_SQL } from "./outcome-sql.ts";

/** A job to report. `outcome`: as core/report/outcome.ts tells it. */
export type ReportJobRow = ReportJob & { readonly outcome: string };

/**
 * One page of the batch's ended jobs after `afterOrdinal`, by ordinal. `changedOnly`: leaves out those whose outcome
 * was told already. Whether a job has ended is read from its outcome and not asked of its state: for fresh jobs without
 * statistics the planner would else sort all that are left for every page.
 */
export async function listReportJobs(
  tx: Sql,
  page: {
    readonly batchId: string;
    readonly afterOrdinal: number;
    readonly limit: number;
    readonly changedOnly: boolean;
  },
): Promise<readonly ReportJobRow[]> {
  const changed = page.changedOnly
    ? Prisma.sql`AND job.reported_outcome IS DISTINCT FROM ${OUTCOME_SQL}`
    : Prisma.empty;
  return tx.$queryRaw<ReportJobRow[]>`
    SELECT job.id, job.ordinal, job.filename, job.title, coalesce(job.local_ids, '{}') AS "localIds", job.ark, job.state::text AS state,
      job.error_code AS "errorCode", job.error_message AS "errorMessage", job.created_at AS "createdAt",
      job.ended_at AS "endedAt", ${OUTCOME_SQL} AS outcome
    FROM job
    WHERE job.batch_id = ${page.batchId} AND job.ordinal > ${page.afterOrdinal}
      AND ${OUTCOME_SQL} IS NOT NULL ${changed}
    ORDER BY job.ordinal
    LIMIT ${page.limit}`;
}
