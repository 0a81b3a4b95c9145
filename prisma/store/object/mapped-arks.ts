import type { Sql } from "../../sql.ts";

/** A local id that is already an object's, with that object's ARK. */
export type Mapping = { readonly localId: string; readonly ark: string };

/** Which of these local ids of an owner already name an object. */
export async function listMappedArks(
  tx: Sql,
  owner: string,
  localIds: readonly string[],
): Promise<Mapping[]> {
  if (localIds.length === 0) return [];
  return tx.$queryRaw<Mapping[]>`
    SELECT local_id.local_id AS "localId", stored_object.ark
    FROM local_id JOIN stored_object ON stored_object.id = local_id.object_id
    WHERE local_id.owner = ${owner} AND local_id.local_id = ANY(${[...localIds]}::text[])
    ORDER BY local_id.local_id`;
}
