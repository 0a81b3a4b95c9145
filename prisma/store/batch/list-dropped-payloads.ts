import type { Sql } from "../../sql.ts";

/**
 * Batches whose payload is still in working storage although nobody needs it: deleted ones, and those that ended a while
 * ago, whose worker died or found working storage away just then.
 */
export async function listDroppedPayloads(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM batch WHERE payload_path IS NOT NULL AND (state = 'Deleted'
      OR (state = 'Completed' AND state_at < clock_timestamp() - interval '1 minute')) LIMIT ${most}`;
  return rows.map((row) => row.id);
}
