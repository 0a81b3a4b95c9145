import type { Sql } from "../../sql.ts";

/** Deleted jobs whose working folder is still there, those deleted first before the others. */
export async function listDroppedFolders(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM job WHERE folders_until <= clock_timestamp() AND state = 'Deleted' ORDER BY folders_until LIMIT ${most}`;
  return rows.map((row) => row.id);
}

/** Records that their folders are gone, and with them the space kept for these jobs. @returns those it was so for */
export async function forgetDroppedFolders(tx: Sql, jobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
    WHERE id = ANY(${[...jobIds]}::text[]) AND state = 'Deleted'
    RETURNING id`;
  return rows.map((row) => row.id);
}
