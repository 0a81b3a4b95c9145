import type { BatchState } from "../../../core/batch/states.ts";
import type { Sql } from "../../sql.ts";

/** A batch's state and the collection it belongs to. */
export async function findStanding(
  tx: Sql,
  batchId: string,
): Promise<{ readonly state: BatchState; readonly collectionId: string } | undefined> {
  const [batch] = await tx.$queryRaw<{ state: BatchState; collectionId: string }[]>`
    SELECT state, collection_id AS "collectionId" FROM batch WHERE id = ${batchId}`;
  return batch;
}
