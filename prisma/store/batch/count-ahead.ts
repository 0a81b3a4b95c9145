import type { Sql } from "../../sql.ts";

/** Batches of the lane that were accepted before `laneSeq` and have not ended; counted up to 10,000. */
export async function countAhead(tx: Sql, laneId: string, laneSeq: bigint): Promise<number> {
  const [row] = await tx.$queryRaw<{ ahead: number }[]>`
    SELECT count(*)::int AS ahead FROM (
      SELECT 1 FROM batch
      WHERE lane_id = ${laneId} AND lane_seq < ${laneSeq} AND state IN ('Pending', 'Held', 'Processing', 'Reporting')
      LIMIT 10000
    ) AS earlier`;
  return row?.ahead ?? 0;
}
