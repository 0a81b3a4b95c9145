import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { SuppliedEvidence } from "../../core/identifier/judge-supplied.ts";
import type { Sql } from "../sql.ts";

/**
 * Saves a reserved ARK as its job's, in one statement and without a look at the lease: a mint cannot be undone by losing it.
 * @returns the job's ARK, which is an earlier one when there was one; undefined when this ARK belongs to another job or object
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

/** For whom an ARK was minted. */
export type MintedFor = { readonly jobId: string; readonly collectionId: string };

/**
 * The ARK that was minted for a job before, if one was. `isTaken`: it can begin no new object for this job any more, since
 * another job or collection has the object, or had stored a version of it.
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

/** Is this ARK any object's, or one that was minted before? A new object cannot have it then. */
export async function isArkKnown(tx: Sql, ark: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isKnown: boolean }[]>`
    SELECT EXISTS (SELECT FROM stored_object WHERE ark = ${ark})
      OR EXISTS (SELECT FROM minted_ark WHERE ark = ${ark}) AS "isKnown"`;
  return row?.isKnown === true;
}

/** Did an identifier service mint this ARK, and has it not been made public? */
export async function isUnpublished(tx: Sql, ark: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ minter: string; status: string }[]>`
    SELECT minter, status FROM minted_ark WHERE ark = ${ark}`;
  return row !== undefined && row.minter !== "local" && row.status !== "public";
}

/** Saves that an ARK is public at its service. */
export async function markPublic(tx: Sql, ark: string): Promise<void> {
  await tx.$executeRaw`UPDATE minted_ark SET status = 'public' WHERE ark = ${ark}`;
}

/** Gives up what was minted for a job, so that it takes the next number. An ARK stays known as minted for its collection. */
export async function passOverMinted(tx: Sql, { jobId, collectionId }: MintedFor): Promise<void> {
  await tx.$executeRaw`DELETE FROM minted_ark WHERE job_id = ${jobId} AND ark IS NULL`;
  await tx.$executeRaw`
    UPDATE minted_ark SET job_id = NULL, collection_id = ${collectionId} WHERE job_id = ${jobId}`;
}

/** What the timeline is told: that an ARK may be left over, or that one was minted which is in use here. */
type Told = "job.identifier-unsure" | "job.identifier-passed-over";

/** Takes back what `beginMint` wrote, once the call has failed. `why`: a sentence for the timeline, if it is to be told. */
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
 * What is known of an ARK that came with a deposit. A shoulder is local when a profile, in any of its versions, has Waybill
 * make the names below it, whoever registers them. Profiles are few: they are read as they are.
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

/** A reserved ARK that its job does not need any more. `jobId` null: its job has passed it over. */
export type UnusedArk = { readonly id: bigint; readonly ark: string; readonly jobId: string | null };

/**
 * Reserved ARKs whose job was deleted, ended with another ARK, or passed this one over; at most `most`, by id from `after`.
 * Whether another job uses the object is not looked at.
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

/** `unknown`: a sentence for the timeline should an earlier call be without an outcome; undefined: it does no harm. */
export type MintBeginning = { readonly jobId: string; readonly fence: bigint; readonly unknown?: string };

/** `number`: the job's own, from which a name can be made; the same until `forgetMint`. `ark`: the one that is there meanwhile; null: now ask. */
export type MintBegun = { readonly number: bigint; readonly ark: string | null };

/**
 * Writes down that a service is about to be asked for an ARK for this job. A call that was begun before and of which
 * nothing is known is told in the job's timeline.
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
 * Makes sure that no job can come to use an ARK any more: an object that was only reserved goes, with the local ids that
 * lead to it. Call it in a transaction. @returns false when the object has a version, or another job is writing it or has
 * the ARK as its own, which it may yet be resumed with
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

/** Saves that an ARK is withdrawn at its service and says so, with `reason`, in the timeline of its job. Once. */
export async function recordWithdrawn(tx: Sql, ark: string, reason: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      UPDATE minted_ark SET status = 'withdrawn' WHERE ark = ${ark} AND status = 'withdrawing' RETURNING job_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.identifier-withdrawn', batch_id, id, 'Waybill', ${reason} FROM job JOIN gone ON gone.job_id = job.id`;
}
