import type { Sql } from "../../sql.ts";

/** Locks the lane of a collection until the transaction ends: whoever hands its batches over locks it before them. */
export async function lockLaneOfCollection(tx: Sql, collectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM lane WHERE id = (SELECT lane_id FROM collection WHERE id = ${collectionId}) FOR UPDATE`;
}
