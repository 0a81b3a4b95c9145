import type { LocalIdScope } from "../../../core/identifier/local-id-scope.ts";
import type { Sql } from "../../sql.ts";
import { inScope } from "./in-scope.ts";

/** A local id that is already an object's, with that object's ARK. */
export type Mapping = { readonly localId: string; readonly ark: string };

/**
 * Which of these local ids already name an object, as a collection sees them: each once, by local id. One the collection
 * had before it came to share them with others stays its own.
 */
export async function listMappedArks(
  tx: Sql,
  scope: LocalIdScope,
  localIds: readonly string[],
): Promise<Mapping[]> {
  if (localIds.length === 0) return [];
  return tx.$queryRaw<Mapping[]>`
    SELECT DISTINCT ON (local_id.local_id) local_id.local_id AS "localId", stored_object.ark
    FROM local_id JOIN stored_object ON stored_object.id = local_id.object_id
    WHERE local_id.local_id = ANY(${[...localIds]}::text[]) AND ${inScope(scope)}
    ORDER BY local_id.local_id, stored_object.collection_id <> ${scope.collectionId}, local_id.created_at`;
}
