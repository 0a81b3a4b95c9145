import type { Tx } from "../../client.ts";

/** What is sent to the ledger for a batch. */
export async function findBody(tx: Tx, batchId: string): Promise<Uint8Array | undefined> {
  const row = await tx.ledgerBatch.findUnique({ where: { batchId }, select: { body: true } });
  return row?.body;
}
