import type { Sql } from "../../sql.ts";

/** A reserved ARK that its job does not need any more. */
export type UnusedArk = { readonly id: bigint; readonly ark: string; readonly jobId: string };

/**
 * Reserved ARKs whose job was deleted, or ended with another ARK; at most `most`, by id from `after`. Whether another job
 * uses the object is not looked at.
 */
export function listUnused(tx: Sql, after: bigint, most: number): Promise<UnusedArk[]> {
  return tx.$queryRaw<UnusedArk[]>`
    SELECT minted_ark.id, minted_ark.ark, minted_ark.job_id AS "jobId"
    FROM minted_ark JOIN job ON job.id = minted_ark.job_id
    WHERE minted_ark.status IN ('reserved', 'withdrawing') AND minted_ark.id > ${after}
      AND (job.state = 'Deleted' OR (job.state = 'Completed' AND job.ark <> minted_ark.ark))
    ORDER BY minted_ark.id
    LIMIT ${most}`;
}
