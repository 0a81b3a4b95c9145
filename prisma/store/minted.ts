import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { SuppliedEvidence } from "../../core/identifier/judge-supplied.ts";
import type { Sql } from "../sql.ts";

/**
 * Saves a reserved ARK for its job, in one statement and regardless of the lease: losing the lease does not undo the
 * mint.
 * @returns the job's ARK, which is an earlier one when there was one; undefined when this ARK belongs to another job or
 * object
 */
export async function saveMinted(tx: Sql, jobId: string, ark: string): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ ark: string }[]>`
    INSERT INTO minted_ark (job_id, ark, minter, status)
    SELECT ${jobId}, ${ark}, 'ezid', 'reserved'
    WHERE NOT EXISTS (SELECT FROM stored_object WHERE ark = ${ark})
      AND NOT EXISTS (SELECT FROM minted_ark WHERE ark = ${ark} AND job_id IS DISTINCT FROM ${jobId})
    ON CONFLICT (job_id) DO UPDATE SET
      ark = COALESCE(minted_ark.ark, excluded.ark),
      status = CASE WHEN minted_ark.ark IS NULL THEN excluded.status ELSE minted_ark.status END
    RETURNING ark`;
  return row?.ark;
}

/** The job and collection an ARK was minted for. */
export type MintedFor = { readonly jobId: string; readonly collectionId: string };

/**
 * The ARK already minted for a job, if any. `isTaken`: it can no longer start a new object for this job, since another
 * job or collection has the object or has stored a version of it.
 */
export async function findMinted(
  tx: Sql,
  { jobId, collectionId }: MintedFor,
): Promise<{ readonly ark: string; readonly isTaken: boolean } | undefined> {
  const [minted] = await tx.$queryRaw<{ ark: string; isTaken: boolean }[]>`
    SELECT ark, EXISTS (
        SELECT FROM stored_object WHERE stored_object.ark = minted_ark.ark AND (
          collection_id <> ${collectionId} OR busy_job_id <> ${jobId}
          OR EXISTS (SELECT FROM object_version WHERE object_id = stored_object.id AND job_id <> ${jobId}))
      ) OR EXISTS (
        SELECT FROM job JOIN step_result AS step ON step.owner_id = job.id AND step.step IN ('place', 'store')
        WHERE job.ark = minted_ark.ark AND job.id <> ${jobId}
      ) AS "isTaken"
    FROM minted_ark WHERE job_id = ${jobId} AND ark IS NOT NULL`;
  return minted;
}

/** Whether this ARK belongs to an object or was minted before, so that a new object cannot have it. */
export async function isArkKnown(tx: Sql, ark: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isKnown: boolean }[]>`
    SELECT EXISTS (SELECT FROM stored_object WHERE ark = ${ark})
      OR EXISTS (SELECT FROM minted_ark WHERE ark = ${ark}) AS "isKnown"`;
  return row?.isKnown === true;
}

/** Whether an identifier service minted this ARK and it is not yet public. */
export async function isUnpublished(tx: Sql, ark: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ minter: string; status: string }[]>`
    SELECT minter, status FROM minted_ark WHERE ark = ${ark}`;
  return row !== undefined && row.minter !== "local" && row.status !== "public";
}

/** Records that an ARK is public at its service. */
export async function markPublic(tx: Sql, ark: string): Promise<void> {
  await tx.$executeRaw`UPDATE minted_ark SET status = 'public' WHERE ark = ${ark}`;
}

/** Gives up what was minted for a job, so that it takes the next number. An ARK stays known as minted for its collection. */
export async function passOverMinted(tx: Sql, { jobId, collectionId }: MintedFor): Promise<void> {
  await tx.$executeRaw`DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL`;
  await tx.$executeRaw`
    UPDATE minted_ark SET job_id = NULL, collection_id = ${collectionId} WHERE job_id = ${jobId}`;
}

/** Timeline events: an ARK may be orphaned, or a minted one is in use here. */
type Told = "job.identifier-unsure" | "job.identifier-passed-over";

/** Undoes `beginMint` after the call has failed. `why`: a sentence for the timeline, if any. */
export async function forgetMint(
  tx: Sql,
  jobId: string,
  why: string | undefined,
  kind: Told = "job.identifier-unsure",
): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT ${kind}, batch_id, id, 'Waybill', ${why ?? ""} FROM job JOIN gone ON gone.job_id = job.id
    WHERE ${why !== undefined}`;
}

const STANDARD = ProfileSettings.parse({});

/**
 * What is known about an ARK that came with a deposit. A shoulder is local if any version of any profile has Waybill
 * make the names below it, whoever registers them. There are few profiles, so all are read.
 */
export async function findSuppliedEvidence(tx: Sql, ark: string): Promise<SuppliedEvidence> {
  const [evidence] = await tx.$queryRaw<SuppliedEvidence[]>`
    SELECT
      (SELECT collection_id FROM stored_object WHERE ark = ${ark} AND version > 0) AS "storedFor",
      (SELECT COALESCE(minted_ark.collection_id, batch.collection_id)
        FROM minted_ark LEFT JOIN job ON job.id = minted_ark.job_id LEFT JOIN batch ON batch.id = job.batch_id
        WHERE minted_ark.ark = ${ark}) AS "mintedFor",
      (SELECT shoulder FROM (
          SELECT 'ark:/' || COALESCE(settings ->> 'naan', ${STANDARD.naan}) || '/' ||
            COALESCE(settings ->> 'shoulder', ${STANDARD.shoulder}) AS shoulder
          FROM profile_version
          WHERE COALESCE(settings ->> 'minter', ${STANDARD.minter}) = 'local'
            OR COALESCE(settings ->> 'ezidNames', ${STANDARD.ezidNames}) = 'own'
        ) AS local
        WHERE starts_with(${ark}, shoulder) ORDER BY length(shoulder) DESC LIMIT 1) AS shoulder`;
  if (!evidence) throw new Error("nothing was answered about an ARK");
  return evidence;
}

/** A reserved ARK that its job no longer needs. `jobId` null: its job skipped it. */
export type UnusedArk = { readonly id: bigint; readonly ark: string; readonly jobId: string | null };

/**
 * Reserved ARKs whose job was deleted, ended with another ARK, or skipped this one; at most `most`, by id from `after`.
 * Does not check whether another job uses the object.
 */
export function listUnused(tx: Sql, after: bigint, most: number): Promise<UnusedArk[]> {
  return tx.$queryRaw<UnusedArk[]>`
    SELECT minted_ark.id, minted_ark.ark, minted_ark.job_id AS "jobId"
    FROM minted_ark LEFT JOIN job ON job.id = minted_ark.job_id
    WHERE minted_ark.status IN ('reserved', 'withdrawing') AND minted_ark.id > ${after}
      AND (minted_ark.job_id IS NULL OR job.state = 'Deleted' OR (job.state = 'Completed' AND job.ark <> minted_ark.ark))
    ORDER BY minted_ark.id
    LIMIT ${most}`;
}

/**
 * `unknown`: a sentence for the timeline if an earlier call has no known outcome; undefined: that would be harmless.
 */
export type MintBeginning = { readonly jobId: string; readonly fence: bigint; readonly unknown?: string };

/**
 * `number`: the job's own, from which a name can be made; unchanged until `forgetMint`. `ark`: one saved meanwhile;
 * null: ask the service now.
 */
export type MintBegun = { readonly number: bigint; readonly ark: string | null };

/**
 * Records that a service is about to be asked for an ARK for this job. An earlier call with an unknown outcome is noted
 * in the job's timeline.
 * @returns undefined when the lease is lost
 */
export async function beginMint(
  tx: Sql,
  { jobId, fence, unknown }: MintBeginning,
): Promise<MintBegun | undefined> {
  const [row] = await tx.$queryRaw<MintBegun[]>`
    WITH mine AS (
      SELECT id, batch_id FROM job WHERE id = ${jobId} AND fence = ${fence} FOR UPDATE
    ), before AS (
      SELECT job_id FROM minted_ark JOIN mine ON minted_ark.job_id = mine.id WHERE ark IS NULL
    ), begun AS (
      INSERT INTO minted_ark (job_id, minter, status) SELECT id, 'ezid', 'asked' FROM mine
      ON CONFLICT (job_id) DO UPDATE SET minter = excluded.minter, status = excluded.status WHERE minted_ark.ark IS NULL
      RETURNING id, job_id
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason)
      SELECT 'job.identifier-unsure', batch_id, id, 'Waybill', ${unknown ?? ""} FROM mine JOIN before ON before.job_id = mine.id
      WHERE ${unknown !== undefined}
    )
    SELECT COALESCE(begun.id, minted_ark.id) AS number, ark FROM mine
    LEFT JOIN begun ON begun.job_id = mine.id
    LEFT JOIN minted_ark ON minted_ark.job_id = mine.id`;
  return row;
}

/**
 * Makes sure that no job can use an ARK any more: removes an object that was only reserved, with its local ids. Call it
 * in a transaction. @returns false when the object has a version, another job is writing it, or another job has the ARK
 * and may be resumed with it
 */
export async function beginWithdrawal(tx: Sql, { ark, jobId }: UnusedArk): Promise<boolean> {
  const [object] = await tx.$queryRaw<{ id: string; isUsed: boolean }[]>`
    SELECT id, (version > 0 OR (busy_job_id IS NOT NULL AND busy_job_id IS DISTINCT FROM ${jobId})
      OR EXISTS (SELECT FROM job WHERE job.ark = ${ark} AND job.id IS DISTINCT FROM ${jobId} AND job.state <> 'Deleted')
    ) AS "isUsed"
    FROM stored_object WHERE ark = ${ark} FOR UPDATE`;
  if (object?.isUsed) return false;
  if (object) {
    await tx.$executeRaw`DELETE FROM local_id WHERE object_id = ${object.id}`;
    await tx.$executeRaw`DELETE FROM stored_object WHERE id = ${object.id}`;
  }
  const begun = await tx.$executeRaw`
    UPDATE minted_ark SET status = 'withdrawing' WHERE ark = ${ark} AND status IN ('reserved', 'withdrawing')`;
  return begun > 0;
}

/** Records, once, that an ARK is withdrawn at its service, with `reason` in the timeline of its job. */
export async function recordWithdrawn(tx: Sql, ark: string, reason: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      UPDATE minted_ark SET status = 'withdrawn' WHERE ark = ${ark} AND status = 'withdrawing' RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.identifier-withdrawn', batch_id, id, 'Waybill', ${reason} FROM job JOIN gone ON gone.job_id = job.id`;
}
