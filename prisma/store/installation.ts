import { type CopyRoot, copyStorageOf, isCopyRoot, type RootName } from "../../core/storage/root.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";

/** A number that was measured once, or undefined when nobody has yet. */
export async function findSetting(tx: Sql, key: string): Promise<number | undefined> {
  const [row] = await tx.$queryRaw<{ value: number }[]>`
    SELECT (value #>> '{}')::float8 AS value FROM setting WHERE key = ${key}`;
  return row?.value;
}

/**
 * A setting measured once: the value stored under the key, or else the one measured now, by this or another process.
 */
export async function measuredOnce(tx: Sql, key: string, measure: () => Promise<number>): Promise<number> {
  const [kept] = await tx.$queryRaw<{ value: number }[]>`
    SELECT (value #>> '{}')::float8 AS value FROM setting WHERE key = ${key}`;
  if (kept) return kept.value;
  const value = await measure();
  const [row] = await tx.$queryRaw<{ value: number }[]>`
    INSERT INTO setting (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING (value #>> '{}')::float8 AS value`;
  return row?.value ?? value;
}

/** Whether the migrations have been applied, judging by the table of batches. */
export async function hasTables(tx: Sql): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`SELECT to_regclass('batch') IS NOT NULL AS found`;
  return row?.found === true;
}

const KEY = "installation-id";

/** The installation's own id: stores the first one offered, and returns it. */
export async function installationId(tx: Sql, offered: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ value: string }[]>`
    INSERT INTO setting (key, value) VALUES (${KEY}, ${JSON.stringify(offered)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING value #>> '{}' AS value`;
  return row?.value ?? offered;
}

/** The marker the database has for a storage root; undefined: none yet. */
export async function findRootMarker(tx: Sql, root: RootName): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<
    { marker: string }[]
  >`SELECT marker FROM storage_root WHERE root = ${root}`;
  return row?.marker;
}

/**
 * Enters a new storage root into the database. Of two processes at once, the second waits for the first.
 * @returns whether it was entered; false: there already is one
 */
export async function insertRoot(tx: Sql, root: RootName, marker: string): Promise<boolean> {
  const entered = await tx.$executeRaw`
    INSERT INTO storage_root (root, marker) VALUES (${root}, ${marker}) ON CONFLICT (root) DO NOTHING`;
  return entered > 0;
}

/**
 * Paths below a storage root where the database expects something, newest first: they identify a root that an earlier
 * version filled without marking it. At most `most` of each kind.
 */
export async function listKnownPaths(tx: Sql, root: RootName, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ path: string }[]>(
    root === "working" ? working(most) : isCopyRoot(root) ? copied(root, most) : stored(root, most),
  );
  return rows.map(({ path }) => path);
}

function working(most: number): Prisma.Sql {
  return Prisma.sql`
    (SELECT payload_path AS path FROM batch WHERE payload_path IS NOT NULL ORDER BY created_at DESC LIMIT ${most})
    UNION ALL
    (SELECT working_directory AS path FROM job WHERE working_directory IS NOT NULL ORDER BY created_at DESC LIMIT ${most})`;
}

function stored(root: RootName, most: number): Prisma.Sql {
  const storage = root === "s3" ? "s3" : "filesystem";
  return Prisma.sql`
    SELECT root AS path FROM stored_object
    WHERE storage = ${storage} AND version > 0 AND root IS NOT NULL ORDER BY updated_at DESC LIMIT ${most}`;
}

function copied(root: CopyRoot, most: number): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT stored_object.root AS path
    FROM version_copy JOIN object_version ON object_version.id = version_copy.version_id
    JOIN stored_object ON stored_object.id = object_version.object_id
    WHERE version_copy.storage = ${copyStorageOf(root)} AND copied_at IS NOT NULL AND root IS NOT NULL LIMIT ${most}`;
}
