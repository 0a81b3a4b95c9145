import type { Tx } from "../../client.ts";
import { findKey, type KeptKey } from "./find-key.ts";

/**
 * Keeps an idempotency key with the batch about to be made. Of two requests at the same time the second waits here for
 * the first to commit. @returns what the key was used for before, or undefined when it is ours now
 */
export async function keepKey(
  tx: Tx,
  kept: {
    readonly userId: string;
    readonly key: string;
    readonly bodySha256: string;
    readonly batchId: string;
  },
): Promise<KeptKey | undefined> {
  const mine = await tx.$executeRaw`
    INSERT INTO idempotency_key (user_id, key, body_sha256, batch_id)
    VALUES (${kept.userId}, ${kept.key}, ${kept.bodySha256}, ${kept.batchId})
    ON CONFLICT (user_id, key) DO NOTHING`;
  if (mine === 1) return undefined;
  return (await findKey(tx, kept.userId, kept.key)) ?? undefined;
}
