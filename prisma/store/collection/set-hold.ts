import type { Sql } from "../../sql.ts";

/** Holds a collection that is not held. @returns false when it is */
export async function setHold(
  tx: Sql,
  collectionId: string,
  hold: { readonly by: string; readonly reason: string },
): Promise<boolean> {
  const held = await tx.$executeRaw`
    UPDATE collection SET held_at = clock_timestamp(), held_by = ${hold.by}, held_reason = ${hold.reason}
    WHERE id = ${collectionId} AND held_at IS NULL`;
  return held > 0;
}
