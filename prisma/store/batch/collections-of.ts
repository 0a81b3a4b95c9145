import type { Sql } from "../../sql.ts";

/** The collections of batches and jobs by their ids, some hundreds at most. Unknown ids are not in the answer. */
export async function collectionsOf(
  tx: Sql,
  batchIds: readonly string[],
  jobIds: readonly string[],
): Promise<{ id: string; collectionId: string }[]> {
  return tx.$queryRaw<{ id: string; collectionId: string }[]>`
    SELECT id, collection_id AS "collectionId" FROM batch WHERE id = ANY(${[...batchIds]}::text[])
    UNION ALL
    SELECT job.id, batch.collection_id FROM job JOIN batch ON batch.id = job.batch_id
    WHERE job.id = ANY(${[...jobIds]}::text[])`;
}
