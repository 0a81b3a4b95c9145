import type { Sql } from "../../sql.ts";

/** Drops a job's file rows, so that its payload is listed anew. The job's lease must still be held. */
export async function forgetFiles(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM job_file USING job WHERE job.id = ${jobId} AND job.fence = ${fence} AND job_file.job_id = job.id`;
}
