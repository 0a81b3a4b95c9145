import {
  type LocalIdScope,
  localIdKey,
  localIdKeys,
  STANDARD_OWNER,
} from "../../../core/identifier/local-id-scope.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { StorageTarget } from "../../../core/storage/object-stores.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A condition on the joined `local_id` and `stored_object`: the local id is within the scope. */
export function inScope(scope: LocalIdScope): Prisma.Sql {
  return Prisma.sql`local_id.owner = ANY(${[...localIdKeys(scope)]}::text[])
    AND (local_id.owner <> ${STANDARD_OWNER} OR stored_object.collection_id = ${scope.collectionId})`;
}

/**
 * What is known about an object before its next version, from the newest recorded one. Local ids are in the order
 * given.
 */
export type KnownObject = {
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
};

export async function findKnownObject(tx: Sql, objectId: string): Promise<KnownObject | undefined> {
  const [row] = await tx.$queryRaw<KnownObject[]>`
    SELECT who, what, "when",
      ARRAY(SELECT local_id FROM local_id WHERE object_id = stored_object.id ORDER BY created_at, local_id) AS "localIds"
    FROM stored_object WHERE id = ${objectId}`;
  return row;
}

/** The other job, if any, that may write the object a job has chosen. */
export async function findHolder(
  tx: Sql,
  jobId: string,
): Promise<{ readonly id: string; readonly state: JobState } | undefined> {
  const [holder] = await tx.$queryRaw<{ id: string; state: JobState }[]>`
    SELECT holder.id, holder.state
    FROM job JOIN stored_object ON stored_object.ark = job.ark JOIN job AS holder ON holder.id = stored_object.busy_job_id
    WHERE job.id = ${jobId} AND holder.id <> job.id`;
  return holder;
}

/** A requested local id that already belongs to an object, with that object's ARK. */
export type Mapping = { readonly localId: string; readonly ark: string };

/**
 * Which of these local ids already name an object, as a collection sees them: without duplicates, by local id. They are
 * compared as they read (core/canonical-text.ts). A local id the collection had before it began to share them stays its
 * own. Of two older ids that read the same, the one spelled identically counts, else the older one.
 */
export async function listMappedArks(
  tx: Sql,
  scope: LocalIdScope,
  localIds: readonly string[],
): Promise<Mapping[]> {
  if (localIds.length === 0) return [];
  return tx.$queryRaw<Mapping[]>`
    SELECT DISTINCT ON (wanted.id) wanted.id AS "localId", stored_object.ark
    FROM unnest(${[...localIds]}::text[]) AS wanted (id)
      JOIN local_id ON canonical_text(local_id.local_id) = canonical_text(wanted.id)
      JOIN stored_object ON stored_object.id = local_id.object_id
    WHERE canonical_text(local_id.local_id) = ANY(canonical_texts(${[...localIds]}::text[])) AND ${inScope(scope)}
    ORDER BY wanted.id, stored_object.collection_id <> ${scope.collectionId}, local_id.local_id <> wanted.id,
      local_id.look_alike, local_id.created_at`;
}

export type ObjectClaim = {
  readonly objectId: string;
  readonly ark: string;
  readonly owner: string;
  readonly collectionId: string;
  readonly jobId: string;
  readonly fence: bigint;
  /** Where a new object is to be stored. */
  readonly storage: StorageTarget;
  /** The ARK was minted for this job: keep it with its number. */
  readonly minted: boolean;
};

/**
 * The object after the claim. `busyWith`: the job that may write it; `version`: the newest stored version, even if its
 * job was deleted before recording it; `perhaps`: the newest version another job may have stored, 0 for none;
 * `recorded`: the newest in the inventory; `storage`: where it is stored; `isPublic`: no identifier service has to be
 * told of it.
 */
export type ClaimedObject = {
  readonly objectId: string;
  readonly collectionId: string;
  readonly busyWith: string;
  readonly version: number;
  readonly perhaps: number;
  readonly recorded: number;
  readonly storage: string;
  readonly isPublic: boolean;
};

/**
 * Creates the object if it is new, reserves it for the job unless another job has it, and saves the ARK on the job, all
 * in one statement. Undefined: the lease is lost. An object with nothing stored
 * yet goes where this job's profile says. The caller must check `busyWith` and `collectionId` before going on.
 */
export async function claimObject(tx: Sql, claim: ObjectClaim): Promise<ClaimedObject | undefined> {
  const [claimed] = await tx.$queryRaw<ClaimedObject[]>`
    WITH mine AS (
      SELECT id FROM job WHERE id = ${claim.jobId} AND fence = ${claim.fence} FOR UPDATE
    ), object AS (
      INSERT INTO stored_object (id, ark, owner, collection_id, storage, busy_job_id)
      SELECT ${claim.objectId}, ${claim.ark}, ${claim.owner}, ${claim.collectionId}, ${claim.storage}, id FROM mine
      ON CONFLICT (ark) DO UPDATE SET busy_job_id = CASE
        WHEN stored_object.collection_id = excluded.collection_id THEN COALESCE(stored_object.busy_job_id, excluded.busy_job_id)
        ELSE stored_object.busy_job_id END,
        storage = CASE
          WHEN stored_object.version = 0 AND stored_object.collection_id = excluded.collection_id
            AND COALESCE(stored_object.busy_job_id, excluded.busy_job_id) = excluded.busy_job_id THEN excluded.storage
          ELSE stored_object.storage END
      RETURNING id, collection_id, busy_job_id, version, storage
    ), saved AS (
      UPDATE job SET ark = ${claim.ark} FROM mine WHERE job.id = mine.id
    ), kept AS (
      UPDATE minted_ark SET ark = ${claim.ark} FROM mine WHERE ${claim.minted} AND minted_ark.job_id = mine.id AND minted_ark.ark IS NULL
    )
    SELECT id AS "objectId", collection_id AS "collectionId", COALESCE(busy_job_id, '') AS "busyWith",
      GREATEST(version, (
        SELECT max((step.result ->> 'version')::int) FROM job JOIN step_result AS step ON step.owner_id = job.id AND step.step = 'store'
        WHERE job.ark = ${claim.ark})) AS version,
      COALESCE((
        SELECT max((step.result ->> 'version')::int) FROM job JOIN step_result AS step ON step.owner_id = job.id AND step.step = 'place'
        WHERE job.ark = ${claim.ark} AND job.id <> ${claim.jobId}), 0) AS perhaps,
      version AS recorded, storage,
      NOT EXISTS (SELECT FROM minted_ark WHERE ark = ${claim.ark} AND minter <> 'local' AND status <> 'public') AS "isPublic"
    FROM object`;
  return claimed;
}

/**
 * Adds an object's local ids; ids that already name an object, or read like one that does, are left alone. Ordered, so
 * that two jobs cannot deadlock.
 */
export async function addLocalIds(
  tx: Sql,
  objectId: string,
  scope: LocalIdScope,
  localIds: readonly string[],
): Promise<void> {
  if (localIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO local_id (owner, local_id, object_id)
    SELECT ${localIdKey(scope)}, value, ${objectId} FROM unnest(${[...localIds]}::text[]) AS value
    WHERE NOT EXISTS (
      SELECT FROM local_id WHERE object_id = ${objectId} AND canonical_text(local_id.local_id) = canonical_text(value)
    )
    ORDER BY canonical_text(value) COLLATE "C"
    ON CONFLICT DO NOTHING`;
}

/** Releases the object a failed job had claimed, unless the job has stored its version, or may have. */
export async function releaseObject(tx: Sql, jobId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE stored_object SET busy_job_id = NULL
    WHERE busy_job_id = ${jobId}
      AND NOT EXISTS (SELECT 1 FROM step_result WHERE owner_id = ${jobId} AND step IN ('place', 'store'))`;
}

/** Releases the objects deleted jobs had claimed, even if they had stored a version. Any number at a time. */
export async function releaseObjects(tx: Sql, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await tx.$executeRaw`UPDATE stored_object SET busy_job_id = NULL WHERE busy_job_id = ANY(${[...jobIds]}::text[])`;
}
