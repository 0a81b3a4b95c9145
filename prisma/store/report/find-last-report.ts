import type { Tx } from "../../client.ts";

/** The newest report of the batch. */
export async function findLastReport(tx: Tx, batchId: string): Promise<{ readonly number: number } | null> {
  return tx.report.findFirst({ where: { batchId }, orderBy: { number: "desc" }, select: { number: true } });
}
