import { Prisma } from "../../generated/client.ts";

/**
 * Bytes the files of a job need beside its payload, as far as known: real, else declared, else estimated sizes. A single
 * file that came with the deposit is its payload; what a container is unpacked to is not.
 */
export function needOf(jobId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT COALESCE(sum(COALESCE(size, declared_size, estimated_size, 0)), 0)
    FROM job_file WHERE job_id = ${jobId} AND (url IS NOT NULL OR (SELECT payload = 'container' FROM job WHERE id = ${jobId})))`;
}
