import type { BatchWarnings } from "../../../core/contracts/views.ts";
import type { Sql } from "../../sql.ts";
import { firstWarnings, IS_WARNED, WARNING_COUNT, WARNING_STEPS } from "./warnings-sql.ts";

const MOST_JOBS = 20;

/** How many jobs of a batch have warnings, how many these are, and the first jobs by place, each with its first warning. */
export async function sumWarnings(tx: Sql, batchId: string): Promise<BatchWarnings> {
  const steps = [...WARNING_STEPS];
  const [row] = await tx.$queryRaw<BatchWarnings[]>`
    WITH odd AS (
      SELECT job.id, job.ordinal, job.filename, sum(${WARNING_COUNT})::int AS count,
        min(array_position(${steps}::text[], step_result.step)) AS first
      FROM job JOIN step_result ON step_result.owner_id = job.id AND ${IS_WARNED} AND step_result.step = ANY(${steps}::text[])
      WHERE job.batch_id = ${batchId}
      GROUP BY job.id
    ), listed AS (
      SELECT odd.ordinal, odd.count, jsonb_build_object('id', odd.id, 'ordinal', odd.ordinal, 'filename', odd.filename, 'count', odd.count,
        'message', ${firstWarnings(1)} -> 0 ->> 'message') AS job
      FROM (SELECT * FROM odd ORDER BY ordinal LIMIT ${MOST_JOBS}) AS odd
      JOIN step_result ON step_result.owner_id = odd.id AND step_result.step = (${steps}::text[])[odd.first]
    )
    SELECT (SELECT count(*)::int FROM odd) AS jobs, (SELECT COALESCE(sum(count), 0)::int FROM odd) AS warnings,
      (SELECT COALESCE(jsonb_agg(job ORDER BY ordinal), '[]') FROM listed) AS listed`;
  return row ?? { jobs: 0, warnings: 0, listed: [] };
}
