import type { Sql } from "../../sql.ts";

/** Saves that an ARK is public at its service. */
export async function markPublic(tx: Sql, ark: string): Promise<void> {
  await tx.$executeRaw`UPDATE minted_ark SET status = 'public' WHERE ark = ${ark}`;
}
