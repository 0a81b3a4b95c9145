import type { Tx } from "../../client.ts";

/** Has the batch a failed job whose payload was sound? */
export async function hasResumableJob(tx: Tx, batchId: string): Promise<boolean> {
  const job = await tx.job.findFirst({
    where: { batchId, state: "Failed", payloadTrusted: true },
    select: { id: true },
  });
  return job !== null;
}
