import { canonicalText } from "../../../core/canonical-text.ts";
import type { VersionChange } from "../../../core/contracts/object-views.ts";
import type { MintedRecord } from "../../../core/identifier/ark-standing.ts";
import { PRODUCER_FOLDER } from "../../../core/metadata/system-files.ts";
import type { Db, Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { TimeCursor } from "../page.ts";
import { contains, searching } from "../search.ts";
import { type Reach, within } from "../within.ts";

/**
 * A stored object as its own page shows it. `root`: its folder below the root of `storage`. `minted`: how its ARK was
 * minted; null: it was not.
 */
export type ObjectViewRow = ObjectListRow & {
  readonly collectionId: string;
  readonly owner: string;
  readonly storage: string;
  readonly root: string | null;
  readonly minted: MintedRecord | null;
  readonly embargoUntil: Date | null;
};

/** An object with at least one stored version. */
export async function findObjectView(tx: Sql, objectId: string): Promise<ObjectViewRow | undefined> {
  const [row] = await tx.$queryRaw<ObjectViewRow[]>`
    SELECT ${OBJECT_COLUMNS}, stored_object.collection_id AS "collectionId", stored_object.owner, stored_object.storage,
      stored_object.root, stored_object.embargo_until AS "embargoUntil",
      (SELECT jsonb_build_object('minter', minter, 'status', status) FROM minted_ark WHERE ark = stored_object.ark) AS minted
    FROM stored_object JOIN collection ON collection.id = stored_object.collection_id
    WHERE stored_object.id = ${objectId} AND stored_object.version > 0`;
  return row;
}

/** A stored object as lists show it, local ids in alphabetical order. */
export type ObjectListRow = {
  readonly id: string;
  readonly ark: string;
  readonly collection: string;
  readonly title: string | null;
  readonly creator: string | null;
  readonly date: string | null;
  readonly localIds: readonly string[];
  readonly version: number;
  readonly updatedAt: Date;
};

/** `q`: a whole ARK, or a part of title or local id. */
export type ObjectFilter = {
  readonly reach: Reach;
  readonly q?: string | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** The columns of ObjectListRow, from `stored_object` and `collection`. */
const OBJECT_COLUMNS = Prisma.sql`stored_object.id, stored_object.ark, collection.slug AS collection,
  stored_object.what AS title, stored_object.who AS creator, stored_object."when" AS date,
  ARRAY(SELECT local_id FROM local_id WHERE object_id = stored_object.id ORDER BY local_id) AS "localIds",
  stored_object.version, stored_object.updated_at AS "updatedAt"`;

/** Objects with at least one stored version, newest change first, one more than `limit`. Errors: `search_too_slow`. */
export async function listObjectRows(db: Db, filter: ObjectFilter): Promise<ObjectListRow[]> {
  const { reach, q, after, limit } = filter;
  const statement = Prisma.sql`
    SELECT ${OBJECT_COLUMNS}
    FROM stored_object JOIN collection ON collection.id = stored_object.collection_id
    WHERE stored_object.version > 0
      AND ${within(Prisma.sql`stored_object.collection_id`, reach)}
      AND ${q ? matching(q) : Prisma.sql`TRUE`}
      AND ${after ? Prisma.sql`(stored_object.updated_at, stored_object.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY stored_object.updated_at DESC, stored_object.id DESC
    LIMIT ${limit + 1}`;
  return q ? searching(db, statement) : db.$queryRaw(statement);
}

function matching(given: string): Prisma.Sql {
  const q = canonicalText(given);
  if (q.startsWith("ark:/")) return Prisma.sql`stored_object.ark = ${q}`;
  return Prisma.sql`(${contains([Prisma.sql`stored_object.what`], q)} OR EXISTS (
    SELECT 1 FROM local_id WHERE object_id = stored_object.id AND ${contains([Prisma.sql`local_id.local_id`], q)}))`;
}

const VERSION_COLUMNS = {
  version: true,
  createdAt: true,
  submitter: true,
  batchId: true,
  jobId: true,
  fileCount: true,
  sizeBytes: true,
  inventorySha256: true,
  filesAdded: true,
  filesChanged: true,
  filesRemoved: true,
} as const;

/** All versions of an object, newest first. */
export async function listVersions(tx: Tx, objectId: string) {
  return tx.objectVersion.findMany({
    where: { objectId },
    orderBy: { version: "desc" },
    select: VERSION_COLUMNS,
  });
}

/** One file of one version of an object, with the location of its bytes. */
export async function findObjectFile(
  tx: Tx,
  place: { readonly objectId: string; readonly version: number; readonly ordinal: number },
) {
  return tx.objectFile.findFirst({
    where: { ordinal: place.ordinal, version: { objectId: place.objectId, version: place.version } },
    select: {
      path: true,
      size: true,
      sha256: true,
      mediaType: true,
      contentPath: true,
      version: { select: { object: { select: { storage: true, root: true, collectionId: true } } } },
    },
  });
}

const FILE_COLUMNS = { ordinal: true, path: true, size: true, sha256: true, mediaType: true } as const;

/** Files of one version of an object after place `after`, one more than `limit`. */
export async function listObjectFiles(
  tx: Tx,
  page: {
    readonly objectId: string;
    readonly version: number;
    readonly after: number;
    readonly limit: number;
  },
) {
  const { objectId, version, after, limit } = page;
  const found = await tx.objectVersion.findUnique({
    where: { objectId_version: { objectId, version } },
    select: {
      files: {
        where: { ordinal: { gt: after } },
        orderBy: { ordinal: "asc" },
        take: limit + 1,
        select: FILE_COLUMNS,
      },
    },
  });
  return found?.files;
}

/** A depositor's file of a stored version. */
export type ProducerFile = {
  readonly ordinal: number;
  readonly path: string;
  readonly size: bigint;
  readonly sha256: string;
  readonly mediaType: string | null;
};

/** The depositor's files of one version of an object after place `after`, by place, `most` at a time. */
export async function listProducerFiles(
  tx: Sql,
  page: {
    readonly objectId: string;
    readonly version: number;
    readonly after: number;
    readonly most: number;
  },
): Promise<ProducerFile[]> {
  return tx.$queryRaw<ProducerFile[]>`
    SELECT ordinal, path, size, sha256, media_type AS "mediaType"
    FROM object_file
    WHERE version_id = (SELECT id FROM object_version WHERE object_id = ${page.objectId} AND version = ${page.version})
      AND ordinal > ${page.after} AND path LIKE 'producer/%'
    ORDER BY ordinal LIMIT ${page.most}`;
}

/**
 * Counts what versions of an object added, changed and removed compared with the recorded version before each: for
 * `from` and the version after it or, with `all`, for all later ones. Files are the same when path and SHA-256 match.
 * The depositor's files are also counted separately, since system files describe the deposit and change with each.
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

/** A file on one side of a change. `ordinal`: its place in its version; sizes in bytes. */
export type ChangeSide = { readonly ordinal: number; readonly size: bigint; readonly sha256: string };

/** A path in a version or in the recorded version before it, and what happened to it. */
export type ChangeRow = {
  readonly path: string;
  readonly change: VersionChange;
  readonly file: ChangeSide | null;
  readonly before: (ChangeSide & { readonly version: number }) | null;
};

/** `after`: the last file shown, by its place in the version or, if removed, in the version before. */
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
 * What a version added, changed and removed compared with the recorded version before it, by path, one more than
 * `limit`; with `change`, only such files, which may be `kept`. Compared in the database: a version may have 50,000
 * files.
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

/** A path may be too long for a cursor, so a cursor is a place. A place without a file reads as the first page. */
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
