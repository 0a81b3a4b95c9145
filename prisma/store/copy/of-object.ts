import type { CopyState } from "../../../core/copy/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { newestCopies } from "./plan.ts";

/** What an object is in one storage, over all its versions. `state`: the worst of them; times are the earliest of what was last read; null: never. */
export type ObjectCopyRow = {
  readonly storage: string;
  readonly state: CopyState;
  readonly verifiedAt: Date | null;
  readonly trouble: string | null;
  /** Open findings: files that are damaged or missing there. */
  readonly damagedFiles: number;
  /** It lacks versions, and nothing makes them: the newest profile does not name the storage. */
  readonly isEnded: boolean;
};

/**
 * What the object is in every storage: the one it is kept in, and those that have a copy of a version or are to have one; by
 * name. A version without a row is good where the object is kept since it was stored, and has no copy anywhere else.
 */
export async function listObjectCopies(tx: Sql, objectId: string): Promise<ObjectCopyRow[]> {
  return tx.$queryRaw<ObjectCopyRow[]>`
    WITH version AS MATERIALIZED (
      SELECT object_version.id, object_version.created_at, object.storage AS home, object.collection_id
      FROM object_version JOIN stored_object AS object ON object.id = object_version.object_id
      WHERE object_id = ${objectId}
    ), place AS (
      SELECT home AS storage FROM version
      UNION SELECT storage FROM version_copy WHERE version_id IN (SELECT id FROM version)
    ), seen AS (
      SELECT place.storage, version.id,
        COALESCE(copy.state::text, CASE WHEN place.storage = home THEN 'Verified' ELSE 'Wanted' END) AS state,
        COALESCE(copy.verified_at, CASE WHEN place.storage = home THEN version.created_at END) AS verified_at, copy.trouble,
        copy.version_id IS NULL AND place.storage <> home AND NOT EXISTS (
          SELECT FROM (${newestCopies(Prisma.sql`version.collection_id`)}) AS profile (storage)
          WHERE profile.storage = place.storage) AS is_ended
      FROM place CROSS JOIN version
      LEFT JOIN version_copy AS copy ON copy.version_id = version.id AND copy.storage = place.storage
    )
    SELECT storage,
      CASE WHEN bool_or(state = 'Damaged') THEN 'Damaged' WHEN bool_or(state = 'Wanted') THEN 'Wanted' ELSE 'Verified' END AS state,
      CASE WHEN bool_and(verified_at IS NOT NULL) THEN min(verified_at) END AS "verifiedAt",
      max(trouble) AS trouble, bool_or(is_ended) AS "isEnded",
      (SELECT count(*)::int FROM copy_finding AS finding
        WHERE finding.storage = seen.storage AND mended_at IS NULL
          AND finding.version_id IN (SELECT id FROM version)) AS "damagedFiles"
    FROM seen GROUP BY storage ORDER BY storage`;
}
