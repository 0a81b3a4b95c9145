import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A stored version as copying and reading it needs it. `home`: the storage its object is kept in; `head`: the object's newest recorded version; `isBusy`: a job may be writing the object. */
export type VersionFacts = {
  readonly versionId: string;
  readonly objectId: string;
  readonly ark: string;
  readonly root: string;
  readonly version: number;
  readonly inventorySha256: string;
  readonly home: string;
  readonly head: number;
  readonly isBusy: boolean;
};

/** The columns of VersionFacts, from VERSION_TABLES. */
export const VERSION_FACTS = Prisma.sql`version.id AS "versionId", version.object_id AS "objectId", object.ark,
  COALESCE(object.root, '') AS root, version.version, version.inventory_sha256 AS "inventorySha256", object.storage AS home,
  object.version AS head, object.busy_job_id IS NOT NULL AS "isBusy"`;

/** Beside `version_copy AS copy`. */
export const VERSION_TABLES = Prisma.sql`
  JOIN object_version AS version ON version.id = copy.version_id
  JOIN stored_object AS object ON object.id = version.object_id`;

/** One version of an object, if the inventory has it. */
export async function findVersionFacts(
  tx: Sql,
  { objectId, version }: Pick<VersionFacts, "objectId" | "version">,
): Promise<VersionFacts | undefined> {
  const [row] = await tx.$queryRaw<VersionFacts[]>`
    SELECT ${VERSION_FACTS} FROM object_version AS version JOIN stored_object AS object ON object.id = version.object_id
    WHERE version.object_id = ${objectId} AND version.version = ${version}`;
  return row;
}

/** A content file that a version brought. */
export type ContentFile = { readonly path: string; readonly sha256: string };

/**
 * The content files that a version brought itself (`v2/...` of version 2), without duplicates, after `after`, in order.
 * A page reads its own entries of object_file_content_idx only: `/` is followed by `0`.
 */
export async function listOwnContent(
  tx: Sql,
  { versionId, version }: Pick<VersionFacts, "versionId" | "version">,
  page: { readonly after: string; readonly limit: number },
): Promise<ContentFile[]> {
  return tx.$queryRaw<ContentFile[]>`
    SELECT DISTINCT content_path COLLATE "C" AS path, sha256 FROM object_file
    WHERE version_id = ${versionId} AND content_path COLLATE "C" > ${page.after || `v${version}/`}
      AND content_path COLLATE "C" < ${`v${version}0`}
    ORDER BY path LIMIT ${page.limit}`;
}

/** Is the version the object's newest one, and no job writing the object? */
export async function isQuietHead(
  tx: Sql,
  { objectId, version }: Pick<VersionFacts, "objectId" | "version">,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ is: boolean }[]>`
    SELECT version = ${version} AND busy_job_id IS NULL AS is FROM stored_object WHERE id = ${objectId}`;
  return row?.is === true;
}

/** The newest version of an object that has been copied to a storage; 0: none. */
export async function findCopiedHead(tx: Sql, objectId: string, storage: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ head: number }[]>`
    SELECT COALESCE(max(version.version), 0)::int AS head
    FROM version_copy AS copy JOIN object_version AS version ON version.id = copy.version_id
    WHERE version.object_id = ${objectId} AND copy.storage = ${storage} AND copy.copied_at IS NOT NULL`;
  return row?.head ?? 0;
}

/** The further storages that have a copy of a version, the one read last first. */
export async function listCopiedTo(tx: Sql, versionId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ storage: string }[]>`
    SELECT storage FROM version_copy WHERE version_id = ${versionId} AND copied_at IS NOT NULL
    ORDER BY state = 'Verified' DESC, verified_at DESC NULLS LAST, storage`;
  return rows.map(({ storage }) => storage);
}
