import type { Tx } from "../../client.ts";

const AT_MOST_EVERY_MS = 60_000;

/** Notes that a token was used, at most once a minute, so that busy scripts do not write all the time. */
export async function markTokenUsed(tx: Tx, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - AT_MOST_EVERY_MS);
  await tx.apiToken.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] },
    data: { lastUsedAt: at },
  });
}
