import type { Sql } from "../../sql.ts";

/** Drops kept results, so that their steps are done again. The job's lease must still be held. */
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
