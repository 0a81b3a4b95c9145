import { type LocalIdScope, localIdKey } from "../../../core/identifier/local-id-scope.ts";
import type { Sql } from "../../sql.ts";

/** Gives an object its local ids; one that names an object already, or reads like one that does, stays as it is. Ordered, so that two jobs cannot deadlock. */
export async function addLocalIds(
  tx: Sql,
  objectId: string,
  scope: LocalIdScope,
  localIds: readonly string[],
): Promise<void> {
  if (localIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO local_id (owner, local_id, object_id)
    SELECT ${localIdKey(scope)}, value, ${objectId} FROM unnest(${[...localIds]}::text[]) AS value
    WHERE NOT EXISTS (
      SELECT FROM local_id WHERE object_id = ${objectId} AND canonical_text(local_id.local_id) = canonical_text(value)
    )
    ORDER BY canonical_text(value) COLLATE "C"
    ON CONFLICT DO NOTHING`;
}
