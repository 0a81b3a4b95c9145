import type { Tx } from "../../client.ts";

/** The collection a batch belongs to, which decides who may see it. */
export async function findCollectionOfBatch(tx: Tx, batchId: string): Promise<string | undefined> {
  const batch = await tx.batch.findUnique({ where: { id: batchId }, select: { collectionId: true } });
  return batch?.collectionId;
}
