import type { Sql } from "../../sql.ts";

/** Records that all jobs of a batch exist, and that it waits no more. From now on its end can be told from theirs. */
export async function markExpanded(tx: Sql, batchId: string, fence: bigint): Promise<boolean> {
  const marked = await tx.$executeRaw`
    UPDATE batch SET expanded_at = clock_timestamp(), wait_reason = NULL WHERE id = ${batchId} AND fence = ${fence} AND expanded_at IS NULL`;
  return marked > 0;
}
