import type { BatchWarnings, WarningsView } from "../../core/contracts/views.ts";
import type { Problem } from "../../core/errors.ts";
import type { Tx } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** Saves a step's result under (owner, step), before the next step runs. A job's lease must still be held. */
export async function keepStep(
  tx: Sql,
  jobId: string,
  fence: bigint,
  step: string,
  result: object,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, ${step}, ${JSON.stringify(result)}::jsonb, ${fence} FROM job WHERE id = ${jobId} AND fence = ${fence}
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    WHERE step_result.fence <= excluded.fence`;
}

/** The step under which warnings about the bytes of files are saved. */
export const FILES_STEP = "bring-files" satisfies WarningStep;

/**
 * Saves the warnings about the bytes of a job's files with its other warnings, as its rows have them now, while the
 * lease is held. Call it in the transaction that changes the rows: a later run reads only what is left to do.
 */
export async function keepFileWarnings(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT job.id, ${FILES_STEP}, found.result, ${fence}
    FROM job CROSS JOIN LATERAL (
      SELECT jsonb_build_object('warningCount', count(*),
        'warnings', COALESCE(jsonb_agg(warning ORDER BY ordinal) FILTER (WHERE place <= ${MOST_KEPT}), '[]')) AS result
      FROM (
        SELECT warning, ordinal, row_number() OVER (ORDER BY ordinal) AS place
        FROM job_file WHERE job_id = job.id AND warning IS NOT NULL
      ) AS odd
    ) AS found
    WHERE job.id = ${jobId} AND job.fence = ${fence}
    ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    WHERE step_result.fence <= excluded.fence`;
}

/** The saved result of a finished step; undefined when it has not been done. */
export async function findStep(tx: Tx, ownerId: string, step: string): Promise<unknown> {
  const row = await tx.stepResult.findUnique({ where: { ownerId_step: { ownerId, step } } });
  return row?.result ?? undefined;
}

/** Deletes saved results, so that their steps are done again. The job's lease must still be held. */
export async function forgetSteps(
  tx: Sql,
  jobId: string,
  fence: bigint,
  steps: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM step_result USING job
    WHERE job.id = ${jobId} AND job.fence = ${fence} AND owner_id = job.id AND step = ANY(${[...steps]}::text[])`;
}

/**
 * The steps whose results hold a job's warnings, in working order: about its row of a batch manifest, its object
 * manifest, its container's contents and manifests, and the bytes of its files.
 */
export const WARNING_STEPS = [
  "read-row",
  "list-files",
  "list-container",
  "check-container",
  "bring-files",
] as const;
export type WarningStep = (typeof WARNING_STEPS)[number];

/** The most warnings a step describes; all are counted. */
const MOST_KEPT = 1_000;

/** How many warnings a row of `step_result` has; more may be counted than are stored. */
export const WARNING_COUNT = Prisma.sql`COALESCE((step_result.result ->> 'warningCount')::int,
  jsonb_array_length(step_result.result -> 'warnings'), 0)`;

/** Rows of `step_result` that have warnings, as their index knows them. */
const IS_WARNED = Prisma.sql`(step_result.result ->> 'warningCount')::int > 0`;

/** The first warnings of a row of `step_result`, as a JSON array. */
export function firstWarnings(most: number): Prisma.Sql {
  const path = `$.warnings[0 to ${most - 1}]`;
  return Prisma.sql`jsonb_path_query_array(step_result.result, ${path}::jsonpath)`;
}

const MOST = 100;

/** A job's warnings, in the order of the steps that found them: the first hundred of each. */
export async function findWarnings(tx: Sql, jobId: string): Promise<WarningsView> {
  const steps = [...WARNING_STEPS];
  const rows = await tx.$queryRaw<{ count: number; first: readonly Problem[] }[]>`
    SELECT ${WARNING_COUNT} AS count, ${firstWarnings(MOST)} AS first
    FROM step_result WHERE owner_id = ${jobId} AND step = ANY(${steps}::text[])
    ORDER BY array_position(${steps}::text[], step)`;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    first: rows.flatMap(({ first }) => first),
  };
}

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
