import type { Sql } from "../../sql.ts";

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
