import type { Sql } from "../../sql.ts";

/** Makes files that are gone from a job's folder unverified again, while the lease is held. @returns how many were verified */
export async function resetFiles(
  tx: Sql,
  { jobId, fence }: { readonly jobId: string; readonly fence: bigint },
  ordinals: readonly number[],
): Promise<number> {
  return tx.$executeRaw`
    UPDATE job_file SET verified_at = NULL, size = NULL, sha256 = NULL, received = 0
    FROM job
    WHERE job.id = ${jobId} AND job.fence = ${fence} AND job_file.job_id = job.id
      AND job_file.ordinal = ANY(${[...ordinals]}::int[]) AND job_file.verified_at IS NOT NULL`;
}
