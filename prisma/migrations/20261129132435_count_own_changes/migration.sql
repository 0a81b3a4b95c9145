-- AlterTable
ALTER TABLE "object_version" ADD COLUMN     "own_changed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "own_removed" INTEGER NOT NULL DEFAULT 0;

-- By hand: what is recorded already is compared, each version with the recorded one before it.
UPDATE "object_version" SET "own_changed" = diff.changed, "own_removed" = diff.removed
FROM (
  SELECT id, lag(id) OVER (PARTITION BY object_id ORDER BY version) AS before_id FROM "object_version"
) AS pair CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE new.sha256 <> old.sha256) AS changed, count(*) FILTER (WHERE new.path IS NULL) AS removed
  FROM (SELECT path, sha256 FROM "object_file" WHERE version_id = pair.before_id AND starts_with(path, 'producer/')) AS old
  LEFT JOIN (SELECT path, sha256 FROM "object_file" WHERE version_id = pair.id) AS new ON old.path = new.path
) AS diff
WHERE "object_version".id = pair.id AND pair.before_id IS NOT NULL;
