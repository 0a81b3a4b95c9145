import { PRODUCER_FOLDER } from "../../../core/metadata/system-files.ts";
import type { Sql } from "../../sql.ts";

/**
 * Counts what versions of an object added, changed and removed against the recorded version before each: of `from` and
 * of the one that follows it, or with `all` of all that follow. Files are the same when path and SHA-256 are; the depositor's own are counted by themselves too, since
 * files of Waybill's tell of the deposit and change with each.
 */
export async function countChanges(
  tx: Sql,
  {
    objectId,
    from,
    all = false,
  }: { readonly objectId: string; readonly from: number; readonly all?: boolean },
): Promise<void> {
  await tx.$executeRaw`
    WITH pair AS (
      SELECT id, version, lag(id) OVER (ORDER BY version) AS before_id
      FROM object_version WHERE object_id = ${objectId}
    ), chosen AS (
      SELECT id, before_id FROM pair WHERE version >= ${from} ORDER BY version LIMIT ${all ? null : 2}
    )
    UPDATE object_version
    SET files_added = diff.added, files_changed = diff.changed, files_removed = diff.removed,
      own_changed = diff.own_changed, own_removed = diff.own_removed
    FROM chosen CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE old.path IS NULL) AS added, count(*) FILTER (WHERE new.sha256 <> old.sha256) AS changed,
        count(*) FILTER (WHERE new.path IS NULL) AS removed,
        count(*) FILTER (WHERE new.sha256 <> old.sha256 AND starts_with(old.path, ${`${PRODUCER_FOLDER}/`})) AS own_changed,
        count(*) FILTER (WHERE new.path IS NULL AND starts_with(old.path, ${`${PRODUCER_FOLDER}/`})) AS own_removed
      FROM (SELECT path, sha256 FROM object_file WHERE version_id = chosen.id) AS new
      FULL JOIN (SELECT path, sha256 FROM object_file WHERE version_id = chosen.before_id) AS old ON old.path = new.path
    ) AS diff
    WHERE object_version.id = chosen.id`;
}
