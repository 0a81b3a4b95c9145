import type { Tx } from "../../client.ts";

/** The collection a job belongs to by its batch, which decides who may see it. */
export async function findCollectionOfJob(tx: Tx, jobId: string): Promise<string | undefined> {
  const job = await tx.job.findUnique({
    where: { id: jobId },
    select: { batch: { select: { collectionId: true } } },
  });
  return job?.batch.collectionId;
}
