import type { BatchState } from "../../../core/batch/states.ts";
import type { Tx } from "../../client.ts";

/** A batch's state and the collection it belongs to. */
export async function findStanding(
  tx: Tx,
  batchId: string,
): Promise<{ readonly state: BatchState; readonly collectionId: string } | undefined> {
  const row = await tx.batch.findUnique({
    where: { id: batchId },
    select: { state: true, collectionId: true },
  });
  return row ?? undefined;
}
