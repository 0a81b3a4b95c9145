import type { RootName } from "../../../core/storage/root.ts";
import type { Sql } from "../../sql.ts";

/**
 * Enters a storage root the database has never seen. Of two processes at once the second waits for the first one's end.
 * @returns whether it was entered; false: there is one
 */
export async function insertRoot(tx: Sql, root: RootName, marker: string): Promise<boolean> {
  const entered = await tx.$executeRaw`
    INSERT INTO storage_root (root, marker) VALUES (${root}, ${marker}) ON CONFLICT (root) DO NOTHING`;
  return entered > 0;
}
