import type { Sql } from "../../sql.ts";

/** The collection a batch belongs to, which decides who may see it. */
export async function findCollectionOfBatch(tx: Sql, batchId: string): Promise<string | undefined> {
  const [batch] = await tx.$queryRaw<{ collectionId: string }[]>`
    SELECT collection_id AS "collectionId" FROM batch WHERE id = ${batchId}`;
  return batch?.collectionId;
}
