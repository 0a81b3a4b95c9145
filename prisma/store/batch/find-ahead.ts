import type { Sql } from "../../sql.ts";

/**
 * What of a lane comes before a place in it and has not ended, counted up to 10,000 batches. `unread`: manifests that
 * are not all taken apart, of which nobody knows yet how much they hold. `singles`: batches of one object that have no job
 * yet; `singleBytes`: of those that are no manifests. `begun`: batches that have jobs, with those that have not ended, in the lane's
 * order.
 */
export type Ahead = {
  readonly batches: number;
  readonly unread: number;
  readonly singles: number;
  readonly singleBytes: bigint;
  readonly begun: readonly { readonly id: string; readonly jobs: number; readonly open: number }[];
};

/** Reads it, for the batch at `laneSeq`. */
export async function findAhead(tx: Sql, laneId: string, laneSeq: bigint): Promise<Ahead> {
  const [row] = await tx.$queryRaw<Ahead[]>`
    WITH earlier AS MATERIALIZED (
      SELECT id, kind, payload_size, lane_seq, expanded_at IS NULL AS unread FROM batch
      WHERE lane_id = ${laneId} AND lane_seq < ${laneSeq} AND state IN ('Pending', 'Held', 'Processing', 'Reporting')
      LIMIT 10000
    ), begun AS MATERIALIZED (
      SELECT batch_id AS id, count(*)::int AS jobs,
        count(*) FILTER (WHERE state NOT IN ('Completed', 'Failed', 'Deleted'))::int AS open
      FROM job WHERE batch_id IN (SELECT id FROM earlier) GROUP BY batch_id
    ), single AS (
      SELECT kind, payload_size FROM earlier
      WHERE unread AND kind IN ('SingleFile', 'Container', 'ObjectManifest') AND id NOT IN (SELECT id FROM begun)
    )
    SELECT (SELECT count(*)::int FROM earlier) AS batches,
      (SELECT count(*)::int FROM earlier
        WHERE unread AND kind NOT IN ('SingleFile', 'Container', 'LedgerBatch')) AS unread,
      (SELECT count(*)::int FROM single) AS singles,
      (SELECT COALESCE(sum(payload_size) FILTER (WHERE kind <> 'ObjectManifest'), 0)::bigint FROM single) AS "singleBytes",
      COALESCE((SELECT jsonb_agg(to_jsonb(begun) ORDER BY lane_seq) FROM begun JOIN earlier USING (id) WHERE open > 0), '[]')
        AS begun`;
  if (!row) throw new Error("nothing was read");
  return row;
}
