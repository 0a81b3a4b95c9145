import type { JobState } from "../../../core/job/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { addLocalIds } from "../object/identity.ts";
import { JOB_IS } from "../states-sql.ts";
import { olderThan } from "./rows.ts";

/** The job that stored a version. `isRecent`: it moved within the grace period. `hasStep`: it knows that it stored it. `hasSizes`: its files are as Downloading left them. */
export type Storer = {
  readonly jobId: string;
  readonly batchId: string;
  readonly state: JobState;
  readonly isRecent: boolean;
  readonly hasStep: boolean;
  readonly hasSizes: boolean;
  readonly objectId: string | null;
  readonly submitter: string;
  readonly localIds: readonly string[];
  readonly creator: string | null;
  readonly title: string | null;
  readonly date: string | null;
};

export async function findStorer(tx: Sql, jobId: string, graceMs: number): Promise<Storer | undefined> {
  const [storer] = await tx.$queryRaw<Storer[]>`
    SELECT job.id AS "jobId", job.batch_id AS "batchId", job.state, NOT ${olderThan(Prisma.sql`job.state_at`, graceMs)} AS "isRecent",
      step.owner_id IS NOT NULL AS "hasStep", step.result ->> 'objectId' AS "objectId",
      NOT EXISTS (SELECT FROM job_file WHERE job_file.job_id = job.id AND job_file.size IS NULL) AS "hasSizes",
      job.submitter, job.local_ids AS "localIds", job.creator, job.title, job.date
    FROM job LEFT JOIN step_result AS step ON step.owner_id = job.id AND step.step = 'store'
    WHERE job.id = ${jobId}`;
  return storer;
}

/** A collection an object belongs to, and its owner by the newest profile. */
export type Home = { readonly collectionId: string; readonly owner: string };

/** The collection of a batch; else the one with this slug, or with this ARK in its newest profile. */
export async function findHome(
  tx: Sql,
  { batchId, membership }: { readonly batchId: string; readonly membership: string },
): Promise<Home | undefined> {
  const [home] = await tx.$queryRaw<Home[]>`
    SELECT collection.id AS "collectionId", profile.settings ->> 'owner' AS owner
    FROM collection
    JOIN LATERAL (
      SELECT settings FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1) AS profile ON TRUE
    LEFT JOIN batch ON batch.id = ${batchId} AND batch.collection_id = collection.id
    WHERE batch.id IS NOT NULL OR collection.slug = ${membership} OR profile.settings ->> 'collectionArk' = ${membership}
    ORDER BY batch.id IS NULL LIMIT 1`;
  return home;
}

/** An object in the inventory. `isMoving`: an active job may write it now. */
export type InventoryObject = {
  readonly id: string;
  readonly ark: string;
  readonly storage: string;
  readonly versions: readonly number[];
  readonly isMoving: boolean;
};

const COLUMNS = Prisma.sql`id, ark, storage,
  ARRAY(SELECT version FROM object_version WHERE object_id = stored_object.id ORDER BY version) AS versions,
  EXISTS (SELECT FROM job WHERE job.id = stored_object.busy_job_id AND job.state IN ${JOB_IS.worked}) AS "isMoving"`;

/** Objects of which the inventory has a version; after `after`, in the order of ids. */
export async function listInventory(
  tx: Sql,
  page: { readonly after: string; readonly limit: number },
): Promise<InventoryObject[]> {
  return tx.$queryRaw<InventoryObject[]>`
    SELECT ${COLUMNS} FROM stored_object
    WHERE id > ${page.after} AND EXISTS (SELECT FROM object_version WHERE object_id = stored_object.id)
    ORDER BY id LIMIT ${page.limit}`;
}

/** The existing objects with these ARKs. Some hundred at a time. */
export async function listInventoryOf(tx: Sql, arks: readonly string[]): Promise<InventoryObject[]> {
  return tx.$queryRaw<InventoryObject[]>`
    SELECT ${COLUMNS} FROM stored_object WHERE ark = ANY(${[...arks]}::text[])`;
}

/** The object with this ARK, locked until the transaction ends, so that no job begins to write it meanwhile. */
export async function lockInventoryObject(tx: Sql, ark: string): Promise<InventoryObject | undefined> {
  const [row] = await tx.$queryRaw<unknown[]>`SELECT FROM stored_object WHERE ark = ${ark} FOR UPDATE`;
  if (!row) return undefined;
  const [object] = await listInventoryOf(tx, [ark]);
  return object;
}

/** ARKs of objects that active jobs may write now: at most one per active job. */
export async function listMovingArks(tx: Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ ark: string }[]>`
    SELECT stored_object.ark FROM stored_object JOIN job ON job.id = stored_object.busy_job_id
    WHERE job.state IN ${JOB_IS.worked}`;
  return rows.map(({ ark }) => ark);
}

/** Whether the inventory has any object in this storage. */
export async function hasObjectsIn(tx: Sql, storage: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM stored_object WHERE storage = ${storage} AND version > 0) AS has`;
  return row?.has === true;
}

/** The content paths of an object's recorded files, without duplicates, after `after`, in order. */
export async function listContentPaths(
  tx: Sql,
  objectId: string,
  page: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ path: string }[]>`
    SELECT DISTINCT content_path COLLATE "C" AS path
    FROM object_version JOIN object_file ON object_file.version_id = object_version.id
    WHERE object_id = ${objectId} AND content_path COLLATE "C" > ${page.after}
    ORDER BY path LIMIT ${page.limit}`;
  return rows.map(({ path }) => path);
}

/** A stored version to enter into the inventory. Sizes in bytes. */
export type StoredRecord = {
  readonly versionId: string;
  readonly objectId: string;
  readonly ark: string;
  readonly owner: string;
  readonly collectionId: string;
  readonly storage: string;
  readonly root: string;
  readonly version: number;
  readonly jobId: string;
  readonly batchId: string;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly inventorySha256: string;
  readonly submitter: string;
  readonly created: Date;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
};

/**
 * Enters a version without its files, and its object if that is new; if the object has a newer version, nothing else
 * changes. @returns the object's id; undefined when another object has the version's job or one of the local ids
 */
export async function recordStored(tx: Sql, record: StoredRecord): Promise<string> {
  const [object] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO stored_object (id, ark, owner, collection_id, version, storage, root, who, what, "when")
    VALUES (${record.objectId}, ${record.ark}, ${record.owner}, ${record.collectionId}, ${record.version}, ${record.storage},
      ${record.root}, ${record.who}, ${record.what}, ${record.when})
    ON CONFLICT (ark) DO UPDATE SET
      who = CASE WHEN stored_object.version < excluded.version THEN excluded.who ELSE stored_object.who END,
      what = CASE WHEN stored_object.version < excluded.version THEN excluded.what ELSE stored_object.what END,
      "when" = CASE WHEN stored_object.version < excluded.version THEN excluded."when" ELSE stored_object."when" END,
      storage = excluded.storage, root = excluded.root,
      version = GREATEST(stored_object.version, excluded.version), updated_at = clock_timestamp()
    RETURNING id`;
  if (!object) throw new Error("stored_object gave no id");
  await tx.$executeRaw`
    INSERT INTO object_version (id, object_id, version, job_id, batch_id, file_count, size_bytes, inventory_sha256, submitter, created_at)
    VALUES (${record.versionId}, ${object.id}, ${record.version}, ${record.jobId}, ${record.batchId}, ${record.fileCount},
      ${record.sizeBytes}, ${record.inventorySha256}, ${record.submitter}, ${record.created})`;
  await addLocalIds(tx, object.id, record, record.localIds);
  return object.id;
}

/**
 * Reserves an object for a failed job that will resume with it, and saves what the job stored, unless it has saved that
 * itself.
 */
export async function claimForStorer(
  tx: Sql,
  { jobId, ark, stored }: { readonly jobId: string; readonly ark: string; readonly stored: object },
): Promise<void> {
  await tx.$executeRaw`UPDATE stored_object SET busy_job_id = ${jobId} WHERE ark = ${ark}`;
  await tx.$executeRaw`UPDATE job SET ark = COALESCE(ark, ${ark}), last_successful_state = 'Processing' WHERE id = ${jobId}`;
  await tx.$executeRaw`
    INSERT INTO step_result (owner_id, step, result, fence)
    SELECT id, 'store', ${JSON.stringify(stored)}::jsonb, fence FROM job WHERE id = ${jobId}
    ON CONFLICT (owner_id, step) DO NOTHING`;
}

/**
 * Removes versions above `head` from the inventory, since they are not in storage. Failed jobs that stored one must
 * store it again. @returns how many versions
 */
export async function forgetVersions(
  tx: Sql,
  objectId: string,
  head: number,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM object_version WHERE object_id = ${objectId} AND version > ${head} RETURNING version, job_id, batch_id
    ), steps AS (
      DELETE FROM step_result USING gone WHERE owner_id = gone.job_id AND step = 'store'
    ), again AS (
      UPDATE job SET last_successful_state =
        (CASE WHEN working_directory IS NULL THEN 'Provisioning' ELSE 'Downloading' END)::job_state
      FROM gone WHERE job.id = gone.job_id AND job.state = 'Failed'
    ), object AS (
      UPDATE stored_object SET updated_at = clock_timestamp(),
        version = COALESCE((SELECT max(version) FROM object_version WHERE object_id = ${objectId} AND version <= ${head}), 0)
      WHERE id = ${objectId} AND EXISTS (SELECT FROM gone)
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
    SELECT 'object.version-missing', batch_id, job_id, ${by}, ${reason},
      jsonb_build_object('object', ${objectId}::text, 'version', version)
    FROM gone`;
}

/**
 * Removes files whose bytes are gone from all versions of an object. A few thousand paths at a time. @returns how many
 * rows
 */
export async function forgetFiles(
  tx: Sql,
  objectId: string,
  contentPaths: readonly string[],
): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM object_file USING object_version
      WHERE object_version.id = object_file.version_id AND object_id = ${objectId}
        AND content_path = ANY(${[...contentPaths]}::text[])
      RETURNING version_id, size
    ), sums AS (
      SELECT version_id, count(*)::int AS files, sum(size) AS bytes FROM gone GROUP BY version_id
    ), versions AS (
      UPDATE object_version SET file_count = file_count - sums.files, size_bytes = size_bytes - sums.bytes
      FROM sums WHERE object_version.id = sums.version_id
    )
    SELECT FROM gone`;
}
