import type { Tx } from "../../client.ts";

/** One report of a batch by its number. `outcome`: `OK` or `FAIL`. */
export async function findReport(
  tx: Tx,
  batchId: string,
  number: number,
): Promise<{ readonly id: string; readonly outcome: string } | null> {
  return tx.report.findUnique({
    where: { batchId_number: { batchId, number } },
    select: { id: true, outcome: true },
  });
}
