import type { Sql } from "../../sql.ts";

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
