import { Prisma } from "../../generated/client.ts";
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
      ${LEFT} AS left
    FROM ${filesOf([batchId])}`;
  return row ?? { done: 0n, total: 0n, left: 0n };
}

/** What is not there yet of several batches, in one statement. */
export async function sumLeftOfBatches(tx: Sql, batchIds: readonly string[]): Promise<bigint> {
  if (batchIds.length === 0) return 0n;
  const [row] = await tx.$queryRaw<
    Pick<BatchBytes, "left">[]
  >`SELECT ${LEFT} AS left FROM ${filesOf(batchIds)}`;
  return row?.left ?? 0n;
}

const LEFT = Prisma.sql`COALESCE(sum(GREATEST(all_of_it - done, 0)) FILTER (WHERE open), 0)::bigint`;

/** Rows of `all_of_it`, `done` and `open`, to stand after FROM. */
function filesOf(batchIds: readonly string[]): Prisma.Sql {
  const ids = Prisma.sql`ANY(${[...batchIds]}::text[])`;
  return Prisma.sql`(
      SELECT COALESCE(file.size, file.declared_size, file.estimated_size, 0) AS all_of_it,
        CASE WHEN file.verified_at IS NOT NULL THEN file.size ELSE file.received END AS done,
        job.state NOT IN ('Completed', 'Failed', 'Deleted') AS open
      FROM job JOIN job_file AS file ON file.job_id = job.id
      WHERE job.batch_id = ${ids}
      UNION ALL
      SELECT COALESCE(payload_size, 0), received, state NOT IN ('Completed', 'Failed', 'Deleted')
      FROM job WHERE batch_id = ${ids} AND payload = 'container' AND received > 0
        AND NOT EXISTS (SELECT FROM job_file WHERE job_file.job_id = job.id)
    ) AS file`;
}
