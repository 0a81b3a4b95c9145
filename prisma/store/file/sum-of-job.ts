import type { Sql } from "../../sql.ts";

/** How many files a job has, how many are verified, and the bytes of all whose size is known. */
export async function sumFilesOfJob(
  tx: Sql,
  jobId: string,
): Promise<{ count: number; verified: number; bytes: bigint }> {
  const [row] = await tx.$queryRaw<{ count: number; verified: number; bytes: bigint }[]>`
    SELECT count(*)::int AS count, count(verified_at)::int AS verified,
      COALESCE(sum(COALESCE(size, declared_size, estimated_size)), 0)::bigint AS bytes
    FROM job_file WHERE job_id = ${jobId}`;
  return row ?? { count: 0, verified: 0, bytes: 0n };
}
