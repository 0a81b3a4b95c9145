import type { Sql } from "../../sql.ts";

/** Lets other jobs write the object once this one is done with it. */
export async function finishObject(tx: Sql, jobId: string): Promise<void> {
  await tx.$executeRaw`UPDATE stored_object SET busy_job_id = NULL WHERE busy_job_id = ${jobId}`;
}
