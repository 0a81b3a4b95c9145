import { Prisma } from "../../generated/client.ts";

/** Bytes the files of a job need that come from elsewhere, as far as known: real, else declared, else estimated sizes. */
export function needOf(jobId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT COALESCE(sum(COALESCE(size, declared_size, estimated_size, 0)), 0)
    FROM job_file WHERE job_id = ${jobId} AND url IS NOT NULL)`;
}
