import type { Sql } from "../../sql.ts";

/** Gives a place back, unless its time was over and another has it. */
export async function releaseSlot(tx: Sql, name: string, holder: string): Promise<void> {
  await tx.$executeRaw`UPDATE slot SET holder = NULL, until = NULL WHERE name = ${name} AND holder = ${holder}`;
}
