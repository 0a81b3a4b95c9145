import type { Sql } from "../../sql.ts";

/** Makes a batch due that its lane has begun, so that a worker makes its jobs. */
export async function makeBatchDue(tx: Sql, batchId: string): Promise<void> {
  await tx.$executeRaw`UPDATE batch SET due_at = clock_timestamp() WHERE id = ${batchId}`;
}
