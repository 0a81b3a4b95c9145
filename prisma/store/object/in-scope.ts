import { type LocalIdScope, localIdKeys, STANDARD_OWNER } from "../../../core/identifier/local-id-scope.ts";
import { Prisma } from "../../generated/client.ts";

/** Of the joined `local_id` and `stored_object`: is this local id one of the scope's? */
export function inScope(scope: LocalIdScope): Prisma.Sql {
  return Prisma.sql`local_id.owner = ANY(${[...localIdKeys(scope)]}::text[])
    AND (local_id.owner <> ${STANDARD_OWNER} OR stored_object.collection_id = ${scope.collectionId})`;
}
