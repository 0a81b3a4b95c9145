import type { Sql } from "../../sql.ts";

/** Deleted batches whose payload is still in working storage. */
export async function listDroppedPayloads(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM batch WHERE payload_path IS NOT NULL AND state = 'Deleted' LIMIT ${most}`;
  return rows.map((row) => row.id);
}
