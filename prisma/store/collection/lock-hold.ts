import type { Sql } from "../../sql.ts";

/**
 * Why a collection is held, or null, kept so until the transaction ends: whoever stops a batch or job for a hold does it
 * under this lock, so that a hold lifted at the same moment cannot leave it behind.
 */
export async function lockHold(tx: Sql, collectionId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ reason: string | null }[]>`
    SELECT held_reason AS reason FROM collection WHERE id = ${collectionId} FOR SHARE`;
  return row?.reason ?? null;
}
