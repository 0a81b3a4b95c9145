import type { Sql } from "../../sql.ts";

/** Failed jobs whose working folder has been kept long enough. */
export async function listExpiredFolders(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE folders_until < clock_timestamp() AND state = 'Failed' ORDER BY folders_until LIMIT ${most}`;
  return rows.map((row) => row.id);
}
