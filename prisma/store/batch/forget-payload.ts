import type { Sql } from "../../sql.ts";

/** Gives up a batch's payload when all its jobs are Completed or Deleted, or it ended without any. */
export async function forgetPayload(tx: Sql, batchId: string): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    UPDATE batch SET payload_path = NULL
    WHERE id = ${batchId} AND payload_path IS NOT NULL AND state IN ('Completed', 'Failed', 'Deleted')
      AND NOT EXISTS (SELECT 1 FROM job WHERE batch_id = ${batchId} AND state NOT IN ('Completed', 'Deleted') AND payload_trusted)`;
  return forgotten > 0;
}
