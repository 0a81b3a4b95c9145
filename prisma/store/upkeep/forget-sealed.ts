import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** States nothing leaves: what such a job fetched is never fetched again. */
const FINAL = Prisma.sql`state IN ('Completed', 'Deleted')`;

/**
 * Removes the sealed addresses of jobs that are Completed or Deleted, of `most` jobs and `most` files at a time; the
 * addresses without credentials stay. @returns how many rows had one
 */
export async function forgetSealed(tx: Sql, most: number): Promise<number> {
  const jobs = await tx.$executeRaw`
    UPDATE job SET payload_sealed = NULL WHERE id IN (
      SELECT id FROM job WHERE payload_sealed IS NOT NULL AND ${FINAL} LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
  const files = await tx.$executeRaw`
    UPDATE job_file SET url_sealed = NULL FROM (
      SELECT file.job_id, file.ordinal FROM job_file AS file JOIN job ON job.id = file.job_id
      WHERE file.url_sealed IS NOT NULL AND ${FINAL} LIMIT ${most}) AS done
    WHERE job_file.job_id = done.job_id AND job_file.ordinal = done.ordinal`;
  return jobs + files;
}
