import type { Tx } from "../../client.ts";

/** Bytes the files of a job need that come from elsewhere, as far as known: real, else declared, else estimated sizes. */
export async function sumNeed(tx: Tx, jobId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT COALESCE(sum(COALESCE(size, declared_size, estimated_size, 0)), 0)::float8 AS bytes
    FROM job_file WHERE job_id = ${jobId} AND url IS NOT NULL`;
  return row?.bytes ?? 0;
}
