import type { Sql } from "../../sql.ts";

/** Lets other jobs write the object once this one is done with it. Nothing happens when the job's lease is lost. */
export async function finishObject(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL
    WHERE busy_job_id = ${jobId} AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}
