import { MOST_WARNINGS, type ReportJob } from "../../../core/report/rows.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { firstWarnings, WARNING_COUNT, WARNING_STEPS } from "../step/warnings-sql.ts";
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
  const steps = [...WARNING_STEPS];
  return tx.$queryRaw<ReportJobRow[]>`
    SELECT job.id, job.ordinal, job.filename, job.title, coalesce(job.local_ids, '{}') AS "localIds", job.ark, job.state::text AS state,
      job.error_code AS "errorCode", job.error_message AS "errorMessage", job.created_at AS "createdAt",
      job.ended_at AS "endedAt", ${OUTCOME_SQL} AS outcome,
      made.version, COALESCE(made.own_changed, 0) AS replaced, COALESCE(made.own_removed, 0) AS removed,
      COALESCE(warned.count, 0) AS "warningCount", COALESCE(warned.first, '[]') AS warnings
    FROM job
    LEFT JOIN object_version AS made ON made.job_id = job.id
    LEFT JOIN LATERAL (
      SELECT sum(found.count)::int AS count,
        (SELECT jsonb_agg(kept.warning) FROM (
          SELECT warning FROM step_result CROSS JOIN LATERAL jsonb_array_elements(${firstWarnings(MOST_WARNINGS)}) AS warning
          WHERE owner_id = job.id AND step = ANY(${steps}::text[])
          ORDER BY array_position(${steps}::text[], step) LIMIT ${MOST_WARNINGS}
        ) AS kept) AS first
      FROM (
        SELECT ${WARNING_COUNT} AS count FROM step_result WHERE owner_id = job.id AND step = ANY(${steps}::text[])
      ) AS found
    ) AS warned ON TRUE
    WHERE job.batch_id = ${page.batchId} AND job.ordinal > ${page.afterOrdinal}
      AND ${OUTCOME_SQL} IS NOT NULL ${changed}
    ORDER BY job.ordinal
    LIMIT ${page.limit}`;
}
