import type { Sql } from "../../sql.ts";

/** The number a job's identifier is made from; asking again answers the same one. */
export async function mintNumber(tx: Sql, jobId: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO minted_ark (job_id) VALUES (${jobId})
    ON CONFLICT (job_id) DO UPDATE SET job_id = excluded.job_id
    RETURNING id`;
  if (!row) throw new Error("minted_ark gave no number");
  return row.id;
}
