import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { MovePart } from "../job/part.ts";

/** Whether the inventory has this version of the object. */
export async function hasVersion(tx: Tx, objectId: string, version: number): Promise<boolean> {
  return (await tx.objectVersion.count({ where: { objectId, version } })) > 0;
}

export type NewVersion = {
  readonly versionId: string;
  readonly objectId: string;
  readonly version: number;
  readonly jobId: string;
  readonly batchId: string;
  readonly fence: bigint;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly inventorySha256: string;
  readonly submitter: string;
  readonly storage: string;
  readonly root: string;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  /** ISO 8601; null: none; undefined: as before. */
  readonly embargoUntil?: string | null | undefined;
  /** Further storages that are to have a copy of it. */
  readonly copies?: readonly string[];
  /** Whether to release the object at the same time. */
  readonly isLast?: boolean;
};

/**
 * Records a stored version in the inventory tables and makes it the object's newest, unless a later one has been recorded
 * before; all its files count as added until they are compared. The copies it is to have are entered with it, so that none
 * can be forgotten. Once per job: repeating it returns the existing row. @returns the version row's id; undefined when
 * the job's lease is lost
 */
export async function recordVersion(tx: Sql, version: NewVersion): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    WITH mine AS (
      SELECT id FROM job WHERE id = ${version.jobId} AND fence = ${version.fence} FOR UPDATE
    ), ${madeFrom(Prisma.sql`mine`, Prisma.sql`${JSON.stringify([rowOf(version, [])])}::jsonb`)}
    SELECT id FROM made`;
  return row?.id;
}

/** A version as the queries below read it. */
function rowOf(version: NewVersion, files: readonly NewObjectFile[]): object {
  const { versionId, objectId, jobId, batchId, fileCount, sizeBytes, inventorySha256, submitter } = version;
  const { storage, root, who, what, when, embargoUntil, isLast = false, copies = [] } = version;
  const made = { versionId, objectId, version: version.version, jobId, batchId, fileCount, sizeBytes };
  const told = { inventorySha256, submitter, storage, root, who, what, when };
  return { ...made, ...told, embargoUntil, keepsEmbargo: embargoUntil === undefined, isLast, copies, files };
}

/**
 * The rows of versions, `made`, for the jobs among them that are selected in `from`, and what they change of their objects.
 * `rows`: the versions as jsonb.
 */
function madeFrom(from: Prisma.Sql, rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`version AS MATERIALIZED (
      SELECT version.* FROM jsonb_to_recordset(${rows}) AS version (
        "versionId" text, "objectId" text, version int, "jobId" text, "batchId" text, "fileCount" int, "sizeBytes" bigint,
        "inventorySha256" text, submitter text, storage text, root text, who text, what text, "when" text,
        "embargoUntil" timestamptz, "keepsEmbargo" boolean, "isLast" boolean, copies jsonb, files jsonb)
      WHERE "jobId" = ANY(ARRAY(SELECT id FROM ${from}))
    ), made AS (
      INSERT INTO object_version (id, object_id, version, job_id, batch_id, file_count, size_bytes, inventory_sha256, submitter, files_added)
      SELECT "versionId", "objectId", version, "jobId", "batchId", "fileCount", "sizeBytes", "inventorySha256", submitter, "fileCount"
      FROM version
      ON CONFLICT (job_id) DO UPDATE SET job_id = excluded.job_id
      RETURNING id, job_id
    ), object AS (
      UPDATE stored_object SET version = version.version, storage = version.storage, root = version.root,
        who = version.who, what = version.what, "when" = version."when",
        embargo_until = CASE WHEN version."keepsEmbargo" THEN embargo_until ELSE version."embargoUntil" END,
        updated_at = clock_timestamp(),
        busy_job_id = CASE WHEN version."isLast" AND busy_job_id = version."jobId" THEN NULL ELSE busy_job_id END
      FROM version JOIN made ON made.job_id = version."jobId"
      WHERE stored_object.id = version."objectId" AND stored_object.version <= version.version
    ), copies AS (
      INSERT INTO version_copy (version_id, storage, due_at)
      SELECT made.id, wanted.name, clock_timestamp()
      FROM version JOIN made ON made.job_id = version."jobId", jsonb_array_elements_text(version.copies) AS wanted (name)
      ON CONFLICT (version_id, storage) DO NOTHING
    )`;
}

/** A stored version with its files as a part of the statement that moves its job; a few hundred files. */
export function versionPart(version: NewVersion, files: readonly NewObjectFile[]): MovePart {
  return {
    name: "version",
    rows: [rowOf(version, files)],
    queries: (rows) => Prisma.sql`${madeFrom(Prisma.sql`moved`, rows)}, files_made AS (
      INSERT INTO object_file (version_id, ordinal, path, size, sha256, media_type, content_path)
      SELECT made.id, ${NEW_FILE_COLUMNS} FROM version JOIN made ON made.job_id = version."jobId",
        ${newFiles(Prisma.sql`version.files`)}
      ON CONFLICT (version_id, ordinal) DO NOTHING
    )`,
  };
}

const NEW_FILE_COLUMNS = Prisma.sql`new.ordinal, new.path, new.size, new.sha256, new."mediaType", new."contentPath"`;

function newFiles(files: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_to_recordset(${files}) AS new (
      ordinal int, path text, size bigint, sha256 text, "mediaType" text, "contentPath" text)`;
}

export type NewObjectFile = {
  readonly ordinal: number;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string | null;
  readonly contentPath: string;
};

/** Records files of a version; existing rows stay. A few thousand at a time. */
export async function recordObjectFiles(
  tx: Sql,
  versionId: string,
  files: readonly NewObjectFile[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO object_file (version_id, ordinal, path, size, sha256, media_type, content_path)
    SELECT ${versionId}, ${NEW_FILE_COLUMNS} FROM ${newFiles(Prisma.sql`${JSON.stringify(files)}::jsonb`)}
    ON CONFLICT (version_id, ordinal) DO NOTHING`;
}

/** Releases the object once this job is done with it. Does nothing when the job's lease is lost. */
export async function finishObject(tx: Sql, jobId: string, fence: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL
    WHERE busy_job_id = ${jobId} AND EXISTS (SELECT 1 FROM job WHERE id = ${jobId} AND fence = ${fence})`;
}
