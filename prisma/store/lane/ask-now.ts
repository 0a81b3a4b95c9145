import type { Sql } from "../../sql.ts";

/** Lets the ledger be asked at once about what it may have in a lane, or about one batch of it. @returns the batches */
export async function askNow(tx: Sql, laneId: string, batchId: string | undefined): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE batch SET next_check_at = clock_timestamp()
    WHERE lane_id = ${laneId} AND submission_status IN ('Pending', 'Valid', 'Unknown') AND state <> 'Deleted'
      AND (${batchId ?? null}::text IS NULL OR id = ${batchId ?? null})
    RETURNING id`;
  return rows.map(({ id }) => id);
}
