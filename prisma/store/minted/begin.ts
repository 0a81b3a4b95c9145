import type { Sql } from "../../sql.ts";

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
