import type { Sql } from "../../sql.ts";

/**
 * Bytes of a batch's files. `done`: there by now, those of files that are being fetched too; `total`: all whose size is
 * known, declared or estimated; `left`: what is not there yet of jobs that have not ended.
 */
export type BatchBytes = { readonly done: bigint; readonly total: bigint; readonly left: bigint };

/** Adds them up; a container counts until its files are known. A file that grows beyond what was said of it is as large as what has come. */
export async function sumFilesOfBatch(tx: Sql, batchId: string): Promise<BatchBytes> {
  const [row] = await tx.$queryRaw<BatchBytes[]>`
    SELECT COALESCE(sum(done), 0)::bigint AS done, COALESCE(sum(GREATEST(all_of_it, done)), 0)::bigint AS total,
      COALESCE(sum(GREATEST(all_of_it - done, 0)) FILTER (WHERE open), 0)::bigint AS left
    FROM (
      SELECT COALESCE(file.size, file.declared_size, file.estimated_size, 0) AS all_of_it,
        CASE WHEN file.verified_at IS NOT NULL THEN file.size ELSE file.received END AS done,
        job.state NOT IN ('Completed', 'Failed', 'Deleted') AS open
      FROM job JOIN job_file AS file ON file.job_id = job.id
      WHERE job.batch_id = ${batchId}
      UNION ALL
      SELECT COALESCE(payload_size, 0), received, state NOT IN ('Completed', 'Failed', 'Deleted')
      FROM job WHERE batch_id = ${batchId} AND payload = 'container' AND received > 0
        AND NOT EXISTS (SELECT FROM job_file WHERE job_file.job_id = job.id)
    ) AS file`;
  return row ?? { done: 0n, total: 0n, left: 0n };
}
