import type { Sql } from "../../sql.ts";

/** Lifts a collection's hold. @returns false when it is not held */
export async function liftHoldRow(tx: Sql, collectionId: string): Promise<boolean> {
  const lifted = await tx.$executeRaw`
    UPDATE collection SET held_at = NULL, held_by = NULL, held_reason = NULL WHERE id = ${collectionId} AND held_at IS NOT NULL`;
  return lifted > 0;
}
