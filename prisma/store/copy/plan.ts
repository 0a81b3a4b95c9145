import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A place in the walk over all stored versions. */
export type PlanCursor = { readonly objectId: string; readonly version: number };

/**
 * Enters the copies that the newest profiles ask for and nobody has entered, for the next `limit` versions after the cursor,
 * by object and version. @returns how many, and where the walk goes on; undefined: it is at its end
 */
export async function planPage(
  tx: Sql,
  after: PlanCursor,
  limit: number,
): Promise<{ readonly entered: number; readonly next: PlanCursor | undefined }> {
  const [page] = await tx.$queryRaw<
    { entered: number; seen: number; objectId: string | null; version: number | null }[]
  >`
    WITH page AS MATERIALIZED (
      SELECT version.id, version.object_id, version.version, object.collection_id
      FROM object_version AS version JOIN stored_object AS object ON object.id = version.object_id
      WHERE (version.object_id, version.version) > (${after.objectId}, ${after.version})
      ORDER BY version.object_id, version.version LIMIT ${limit}
    ), wanted AS (
      SELECT page.id, storage FROM page
      JOIN LATERAL (${newestCopies(Prisma.sql`page.collection_id`)}) AS profile (storage) ON TRUE
    ), entered AS (
      INSERT INTO version_copy (version_id, storage, due_at) SELECT id, storage, clock_timestamp() FROM wanted
      ON CONFLICT (version_id, storage) DO NOTHING RETURNING 1
    ), last AS (
      SELECT object_id, version FROM page ORDER BY object_id DESC, version DESC LIMIT 1
    )
    SELECT (SELECT count(*)::int FROM entered) AS entered, (SELECT count(*)::int FROM page) AS seen,
      (SELECT object_id FROM last) AS "objectId", (SELECT version FROM last) AS version`;
  const { entered = 0, seen = 0, objectId = null, version = null } = page ?? {};
  const isLast = seen < limit || objectId === null || version === null;
  return { entered, next: isLast ? undefined : { objectId, version } };
}

/** The further storages that the newest profile of a collection names, one a row. */
export function newestCopies(collectionId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT jsonb_array_elements_text(newest.copies) FROM (
      SELECT COALESCE(settings -> 'copies', '[]'::jsonb) AS copies FROM profile_version
      WHERE profile_version.collection_id = ${collectionId} ORDER BY version DESC LIMIT 1) AS newest`;
}

/** Does the newest profile of any collection name a further storage? */
export async function isCopyWanted(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ is: boolean }[]>`
    SELECT EXISTS (SELECT FROM collection WHERE EXISTS (${newestCopies(Prisma.sql`collection.id`)})) AS is`;
  return row?.is === true;
}

/** Withdraws copies nobody has made whose storage the newest profile does not name any more. @returns how many */
export async function withdrawUnwanted(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM version_copy AS copy USING object_version AS version, stored_object AS object
    WHERE copy.state = 'Wanted' AND copy.due_at IS NOT NULL AND copy.lease_until IS NULL
      AND version.id = copy.version_id AND object.id = version.object_id
      AND NOT EXISTS (
        SELECT FROM (${newestCopies(Prisma.sql`object.collection_id`)}) AS profile (storage)
        WHERE profile.storage = copy.storage)`;
}
