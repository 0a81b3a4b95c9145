import type { Tx } from "../../client.ts";

/** The error of the batch's first failed job by ordinal. */
export async function findFirstFailed(
  tx: Tx,
  batchId: string,
): Promise<{ readonly errorMessage: string | null } | null> {
  return tx.job.findFirst({
    where: { batchId, state: "Failed" },
    orderBy: { ordinal: "asc" },
    select: { errorMessage: true },
  });
}
