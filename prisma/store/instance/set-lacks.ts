import type { Sql } from "../../sql.ts";

/** Writes what keeps a process from storage; null: nothing does. */
export async function setLacks(tx: Sql, id: string, lacks: string | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE instance SET lacks = ${lacks} WHERE id = ${id} AND lacks IS DISTINCT FROM ${lacks}`;
}
