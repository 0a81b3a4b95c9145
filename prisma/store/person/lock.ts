import type { Sql } from "../../sql.ts";

/** Locks a person's row until the transaction ends, so that two changes of the same person come one after the other. */
export async function lockPerson(tx: Sql, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM app_user WHERE id = ${userId} FOR UPDATE`;
  return rows.length > 0;
}
