import type { RootName } from "../../../core/storage/root.ts";
import type { Sql } from "../../sql.ts";

/** The marker the database knows of a storage root; undefined: it has never seen one. */
export async function findRootMarker(tx: Sql, root: RootName): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<
    { marker: string }[]
  >`SELECT marker FROM storage_root WHERE root = ${root}`;
  return row?.marker;
}
