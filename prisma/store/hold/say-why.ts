import type { Sql } from "../../sql.ts";

/** What a Held batch shows as its reason from now on. */
export async function sayWhyHeld(tx: Sql, batchId: string, why: string): Promise<void> {
  await tx.$executeRaw`UPDATE batch SET wait_reason = ${why} WHERE id = ${batchId} AND state = 'Held'`;
}
