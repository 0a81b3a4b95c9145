import type { Sql } from "../../sql.ts";

/** Bytes of a batch's files: verified, and all whose size is known, declared or estimated. */
export async function sumFilesOfBatch(tx: Sql, batchId: string): Promise<{ done: bigint; total: bigint }> {
  const [row] = await tx.$queryRaw<{ done: bigint; total: bigint }[]>`
    SELECT COALESCE(sum(file.size) FILTER (WHERE file.verified_at IS NOT NULL), 0)::bigint AS done,
      COALESCE(sum(COALESCE(file.size, file.declared_size, file.estimated_size)), 0)::bigint AS total
    FROM job JOIN job_file AS file ON file.job_id = job.id
    WHERE job.batch_id = ${batchId}`;
  return row ?? { done: 0n, total: 0n };
}
