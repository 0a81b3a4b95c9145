import type { Tx } from "../../client.ts";

export type KeptKey = { readonly batchId: string; readonly bodySha256: string };

/** What a person's idempotency key was used for, if it was. */
export async function findKey(tx: Tx, userId: string, key: string): Promise<KeptKey | null> {
  return tx.idempotencyKey.findUnique({
    where: { userId_key: { userId, key } },
    select: { batchId: true, bodySha256: true },
  });
}
