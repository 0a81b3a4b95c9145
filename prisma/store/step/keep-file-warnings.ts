import type { Sql } from "../../sql.ts";
import { MOST_KEPT, type WarningStep } from "./warnings-sql.ts";

/** Under which step what was odd about the bytes of files is kept. */
export const FILES_STEP = "bring-files" satisfies WarningStep;

/**
 * Keeps what was odd about the bytes of a job's files where its other warnings are, as its rows have it now, while the
 * lease is held. To be called in the transaction that changes the rows: a run that follows reads only what is left to do.
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
