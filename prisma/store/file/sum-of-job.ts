import type { Sql } from "../../sql.ts";

/**
 * A job's files: how many, how many verified, the bytes of all whose size is known, and those that are there by now, of
 * files that are being fetched too.
 */
export type JobBytes = {
  readonly count: number;
  readonly verified: number;
  readonly bytes: bigint;
  readonly done: bigint;
};

/** Adds them up. A file that grows beyond what was said of it is as large as what has come. */
export async function sumFilesOfJob(tx: Sql, jobId: string): Promise<JobBytes> {
  const [row] = await tx.$queryRaw<JobBytes[]>`
    SELECT count(*)::int AS count, count(verified_at)::int AS verified,
      COALESCE(sum(GREATEST(COALESCE(size, declared_size, estimated_size, 0), received)), 0)::bigint AS bytes,
      COALESCE(sum(CASE WHEN verified_at IS NOT NULL THEN size ELSE received END), 0)::bigint AS done
    FROM job_file WHERE job_id = ${jobId}`;
  return row ?? { count: 0, verified: 0, bytes: 0n, done: 0n };
}
