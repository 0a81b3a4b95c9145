import type { Sql } from "../../sql.ts";

/**
 * Writes down that a service is about to be asked for an ARK for this job. A call that was begun before and of which
 * nothing is known is told in the job's timeline, with `unknown` as the reason.
 * @returns the ARK that is there meanwhile, or null: now ask; undefined when the lease is lost
 */
export async function beginMint(
  tx: Sql,
  { jobId, fence, unknown }: { readonly jobId: string; readonly fence: bigint; readonly unknown: string },
): Promise<{ readonly ark: string | null } | undefined> {
  const [row] = await tx.$queryRaw<{ ark: string | null }[]>`
    WITH mine AS (
      SELECT id, batch_id FROM job WHERE id = ${jobId} AND fence = ${fence} FOR UPDATE
    ), before AS (
      SELECT job_id FROM minted_ark JOIN mine ON minted_ark.job_id = mine.id WHERE ark IS NULL
    ), begun AS (
      INSERT INTO minted_ark (job_id, minter, status) SELECT id, 'ezid', 'asked' FROM mine
      ON CONFLICT (job_id) DO UPDATE SET minter = excluded.minter, status = excluded.status WHERE minted_ark.ark IS NULL
    ), told AS (
      INSERT INTO event (kind, batch_id, job_id, actor, reason)
      SELECT 'job.identifier-unsure', batch_id, id, 'Waybill', ${unknown} FROM mine JOIN before ON before.job_id = mine.id
    )
    SELECT ark FROM mine LEFT JOIN minted_ark ON minted_ark.job_id = mine.id`;
  return row;
}
