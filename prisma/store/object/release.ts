import type { Sql } from "../../sql.ts";

/**
 * Lets other jobs write the object a failed job had claimed, unless the job has stored its version, or has begun to put it
 * into its place and may have.
 */
export async function releaseObject(tx: Sql, jobId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL
    WHERE busy_job_id = ${jobId}
      AND NOT EXISTS (SELECT 1 FROM step_result WHERE owner_id = ${jobId} AND step IN ('place', 'store'))`;
}
