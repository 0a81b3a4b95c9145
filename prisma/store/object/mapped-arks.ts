import type { LocalIdScope } from "../../../core/identifier/local-id-scope.ts";
import type { Sql } from "../../sql.ts";
import { inScope } from "./in-scope.ts";

/** A local id as it was asked for, which is already an object's, with that object's ARK. */
export type Mapping = { readonly localId: string; readonly ark: string };

/**
 * Which of these local ids already name an object, as a collection sees them: each once, by local id. They are
 * compared as they read (core/canonical-text.ts). One the collection had before it came to share them with others stays its
 * own; of two that read the same from before that was compared, the one that is written the same counts, else the older.
 */
export async function listMappedArks(
  tx: Sql,
  scope: LocalIdScope,
  localIds: readonly string[],
): Promise<Mapping[]> {
  if (localIds.length === 0) return [];
  return tx.$queryRaw<Mapping[]>`
    SELECT DISTINCT ON (wanted.id) wanted.id AS "localId", stored_object.ark
    FROM unnest(${[...localIds]}::text[]) AS wanted (id)
      JOIN local_id ON canonical_text(local_id.local_id) = canonical_text(wanted.id)
      JOIN stored_object ON stored_object.id = local_id.object_id
    WHERE canonical_text(local_id.local_id) = ANY(canonical_texts(${[...localIds]}::text[])) AND ${inScope(scope)}
    ORDER BY wanted.id, stored_object.collection_id <> ${scope.collectionId}, local_id.local_id <> wanted.id,
      local_id.look_alike, local_id.created_at`;
}
