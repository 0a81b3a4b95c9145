import type { Tx } from "../../client.ts";

/** A batch at the head of its lane that has not been started. */
export type Head = { readonly batchId: string; readonly collectionId: string };

/**
 * The first unstarted batch of every lane, in the order it was accepted (lane_seq). This is the one place that decides
 * which batch of a lane starts next; whoever starts them does so by moveBatch, so that two workers cannot start one twice.
 */
export async function listHeads(tx: Tx, most: number): Promise<Head[]> {
  return tx.$queryRaw<Head[]>`
    SELECT head.id AS "batchId", head.collection_id AS "collectionId"
    FROM lane
    CROSS JOIN LATERAL (
      SELECT id, collection_id FROM batch
      WHERE batch.lane_id = lane.id AND batch.state = 'Pending'
      ORDER BY lane_seq LIMIT 1
    ) AS head
    LIMIT ${most}`;
}
