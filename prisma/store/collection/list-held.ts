import type { Tx } from "../../client.ts";

/** Batches and jobs a collection's hold has stopped, in the order they were accepted. */
export async function listHeld(
  tx: Tx,
  collectionId: string,
): Promise<{ readonly batches: string[]; readonly jobs: string[] }> {
  const batches = await tx.batch.findMany({
    where: { collectionId, state: "Held" },
    orderBy: { laneSeq: "asc" },
    select: { id: true },
  });
  const jobs = await tx.job.findMany({
    where: { state: "Held", batch: { collectionId } },
    orderBy: [{ batch: { laneSeq: "asc" } }, { ordinal: "asc" }],
    select: { id: true },
  });
  return { batches: batches.map(({ id }) => id), jobs: jobs.map(({ id }) => id) };
}
