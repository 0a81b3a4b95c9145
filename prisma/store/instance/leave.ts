import type { Sql } from "../../sql.ts";

/** Writes that a process has ended its work. */
export async function leaveInstance(tx: Sql, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE instance SET left_at = clock_timestamp(), seen_at = clock_timestamp() WHERE id = ${id}`;
}
