import type { Tx } from "../../client.ts";

/** Failed jobs whose working folder has been kept long enough. */
export async function listExpiredFolders(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE folders_until < clock_timestamp() AND state = 'Failed' ORDER BY folders_until LIMIT ${most}`;
  return rows.map((row) => row.id);
}
