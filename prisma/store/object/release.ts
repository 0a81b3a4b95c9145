import type { Sql } from "../../sql.ts";

/** Lets other jobs write the object a failed job had claimed, unless the job already stored its version. */
export async function releaseObject(tx: Sql, jobId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL
    WHERE busy_job_id = ${jobId}
      AND NOT EXISTS (SELECT 1 FROM step_result WHERE owner_id = ${jobId} AND step = 'store')`;
}
