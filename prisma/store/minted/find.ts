import type { Sql } from "../../sql.ts";

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
