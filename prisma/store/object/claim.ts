import type { StorageTarget } from "../../../core/storage/object-stores.ts";
import type { Sql } from "../../sql.ts";

export type ObjectClaim = {
  readonly objectId: string;
  readonly ark: string;
  readonly owner: string;
  readonly collectionId: string;
  readonly jobId: string;
  readonly fence: bigint;
  /** Where a new object is to be kept. */
  readonly storage: StorageTarget;
  /** The ARK was minted for this job: keep it with its number. */
  readonly minted: boolean;
};

/**
 * The object as it stands after the claim. `busyWith`: the job that may write it; `version`: the newest stored one, also
 * one that a job deleted since had stored and never recorded; `perhaps`: the newest one that another job may have put into
 * its place, 0 for none; `recorded`: the newest in the inventory; `storage`: where it is kept.
 */
export type ClaimedObject = {
  readonly objectId: string;
  readonly collectionId: string;
  readonly busyWith: string;
  readonly version: number;
  readonly perhaps: number;
  readonly recorded: number;
  readonly storage: string;
};

/**
 * Makes the object if it is new, lets the job write it unless another job does, and saves the ARK on the job, all in one
 * statement. An object nothing is stored of yet goes where this job's profile says. The caller looks at `busyWith` and `collectionId` before it goes on.
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
      version AS recorded, storage
    FROM object`;
  return claimed;
}
