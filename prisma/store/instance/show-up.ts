import type { Sql } from "../../sql.ts";

/** Writes that a process is there. Called every few seconds; the first call registers it. */
export async function showUp(tx: Sql, id: string, name: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO instance (id, name) VALUES (${id}, ${name})
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), left_at = NULL`;
}
