import type { VersionChange } from "../../../core/contracts/object-views.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A file on one side of a change. `ordinal`: its place in its version; sizes in bytes. */
export type ChangeSide = { readonly ordinal: number; readonly size: bigint; readonly sha256: string };

/** A path of a version or of the recorded one before it, and what became of it. */
export type ChangeRow = {
  readonly path: string;
  readonly change: VersionChange;
  readonly file: ChangeSide | null;
  readonly before: (ChangeSide & { readonly version: number }) | null;
};

/** `after`: the last file shown, by its place in the version or, of one that is gone, in the version before. */
export type ChangePage = {
  readonly objectId: string;
  readonly version: number;
  readonly change?: VersionChange | undefined;
  readonly after?: { readonly in: "version" | "before"; readonly ordinal: number } | undefined;
  readonly limit: number;
};

type Kept = {
  readonly path: string;
  readonly change: VersionChange;
  readonly ordinal: number | null;
  readonly size: bigint | null;
  readonly sha256: string | null;
  readonly beforeVersion: number | null;
  readonly beforeOrdinal: number | null;
  readonly beforeSize: bigint | null;
  readonly beforeSha256: string | null;
};

/**
 * What a version added, changed and removed against the recorded version before it, by path, one more than `limit`;
 * with `change` only that, which may be what it kept. Compared in the database: a version may have 50,000 files.
 */
export async function listVersionChanges(tx: Sql, page: ChangePage): Promise<ChangeRow[]> {
  const { objectId, version, change, after, limit } = page;
  const rows = await tx.$queryRaw<Kept[]>`
    WITH this AS (
      SELECT id FROM object_version WHERE object_id = ${objectId} AND version = ${version}
    ), earlier AS (
      SELECT id, version FROM object_version WHERE object_id = ${objectId} AND version < ${version}
      ORDER BY version DESC LIMIT 1
    ), compared AS (
      SELECT COALESCE(new.path, old.path) COLLATE "C" AS path,
        CASE WHEN old.path IS NULL THEN 'added' WHEN new.path IS NULL THEN 'removed'
          WHEN new.sha256 <> old.sha256 THEN 'changed' ELSE 'kept' END AS change,
        new.ordinal, new.size, new.sha256, old.ordinal AS "beforeOrdinal", old.size AS "beforeSize",
        old.sha256 AS "beforeSha256"
      FROM (SELECT path, ordinal, size, sha256 FROM object_file WHERE version_id = (SELECT id FROM this)) AS new
      FULL JOIN (SELECT path, ordinal, size, sha256 FROM object_file WHERE version_id = (SELECT id FROM earlier)) AS old
        ON old.path = new.path
    )
    SELECT compared.*, (SELECT version FROM earlier) AS "beforeVersion" FROM compared
    WHERE ${change ? Prisma.sql`change = ${change}` : Prisma.sql`change <> 'kept'`}
      AND ${after ? Prisma.sql`path > ${pathAt(after)}` : Prisma.sql`TRUE`}
    ORDER BY path LIMIT ${limit + 1}`;
  return rows.map(changeRow);
}

/** A path may be longer than a cursor, so that a cursor is a place. One that nothing is at reads as the first page. */
function pathAt({ in: side, ordinal }: NonNullable<ChangePage["after"]>): Prisma.Sql {
  const owner = side === "version" ? Prisma.sql`this` : Prisma.sql`earlier`;
  return Prisma.sql`COALESCE((
    SELECT path FROM object_file WHERE version_id = (SELECT id FROM ${owner}) AND ordinal = ${ordinal}), '') COLLATE "C"`;
}

function changeRow(row: Kept): ChangeRow {
  const { path, change, beforeVersion } = row;
  const before = sideOf(row.beforeOrdinal, row.beforeSize, row.beforeSha256);
  return {
    path,
    change,
    file: sideOf(row.ordinal, row.size, row.sha256),
    before: before && beforeVersion !== null ? { ...before, version: beforeVersion } : null,
  };
}

function sideOf(ordinal: number | null, size: bigint | null, sha256: string | null): ChangeSide | null {
  return ordinal === null || size === null || sha256 === null ? null : { ordinal, size, sha256 };
}
