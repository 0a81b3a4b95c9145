import type { Sql } from "../../sql.ts";
import type { ObjectClaim } from "./identity.ts";

/** A job's number, and what was made of it, if it was. */
export type Minted = { readonly number: bigint; readonly ark: string | null };

/**
 * The numbers that jobs' identifiers are made from; repeated calls return the same ones, and use up no others.
 * @returns in the order given
 */
export async function mintNumbers(tx: Sql, jobIds: readonly string[]): Promise<Minted[]> {
  const ids = [...jobIds];
  const rows = await tx.$queryRaw<(Minted & { readonly jobId: string })[]>`
    WITH had AS (
      SELECT id, ark, job_id FROM minted_ark WHERE job_id = ANY(${ids}::text[])
    ), made AS (
      INSERT INTO minted_ark (job_id)
      SELECT asked.id FROM unnest(${ids}::text[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM had WHERE had.job_id = asked.id)
      ORDER BY asked.id
      ON CONFLICT (job_id) DO UPDATE SET job_id = excluded.job_id
      RETURNING id, ark, job_id
    )
    SELECT id AS number, ark, job_id AS "jobId" FROM had UNION ALL SELECT id, ark, job_id FROM made`;
  const byJob = new Map(rows.map(({ jobId, ...minted }) => [jobId, minted]));
  return jobIds.map((jobId) => {
    const minted = byJob.get(jobId);
    if (!minted) throw new Error("minted_ark gave no number");
    return minted;
  });
}

/** The number of one job. */
export async function mintNumber(tx: Sql, jobId: string): Promise<Minted> {
  const [minted] = await mintNumbers(tx, [jobId]);
  if (!minted) throw new Error("minted_ark gave no number");
  return minted;
}

/** A claim of a new object with an ARK that was minted for its job. */
export type NewObjectClaim = Omit<ObjectClaim, "minted">;

/**
 * Makes new objects and reserves each for its job, with the ARK saved on the job and with its number. Left out are jobs whose
 * lease is lost or whose row another transaction has locked, and those whose ARK belongs to something already: an object, a
 * number, a job. The LIMIT takes nothing away, as in moveEach.
 * @returns for each, in the order given, whether it has its object
 */
export async function claimNewObjects(tx: Sql, claims: readonly NewObjectClaim[]): Promise<boolean[]> {
  const asked = claims.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1));
  const rows = await tx.$queryRaw<{ jobId: string }[]>`
    WITH mine AS MATERIALIZED (
      SELECT asked.*
      FROM (
        SELECT * FROM unnest(${asked.map(({ jobId }) => jobId)}::text[], ${asked.map(({ fence }) => fence)}::bigint[],
          ${asked.map(({ objectId }) => objectId)}::text[], ${asked.map(({ ark }) => ark)}::text[],
          ${asked.map(({ owner }) => owner)}::text[], ${asked.map(({ collectionId }) => collectionId)}::text[],
          ${asked.map(({ storage }) => storage)}::text[])
        LIMIT ${asked.length}
      ) AS asked (job_id, fence, object_id, ark, owner, collection_id, storage)
      CROSS JOIN LATERAL (
        SELECT id FROM job WHERE id = asked.job_id AND fence = asked.fence AND NOT (
          EXISTS (SELECT FROM stored_object WHERE ark = asked.ark) OR EXISTS (SELECT FROM minted_ark WHERE ark = asked.ark)
          OR EXISTS (SELECT FROM job AS other WHERE other.ark = asked.ark))
        FOR UPDATE SKIP LOCKED
      ) AS job
    ), object AS (
      INSERT INTO stored_object (id, ark, owner, collection_id, storage, busy_job_id)
      SELECT object_id, ark, owner, collection_id, storage, job_id FROM mine ORDER BY ark
      ON CONFLICT (ark) DO NOTHING
      RETURNING ark, busy_job_id
    ), saved AS (
      UPDATE job SET ark = (SELECT ark FROM object WHERE busy_job_id = job.id)
      WHERE id = ANY(ARRAY(SELECT busy_job_id FROM object))
    ), kept AS (
      UPDATE minted_ark SET ark = (SELECT ark FROM object WHERE busy_job_id = minted_ark.job_id)
      WHERE job_id = ANY(ARRAY(SELECT busy_job_id FROM object)) AND minted_ark.ark IS NULL
    )
    SELECT busy_job_id AS "jobId" FROM object`;
  const made = new Set(rows.map(({ jobId }) => jobId));
  return claims.map(({ jobId }) => made.has(jobId));
}
