import type { Sql } from "../../sql.ts";

/** Makes a lane due at once, so that somebody looks at it even when a turn is just ending. */
export async function wakeLane(tx: Sql, laneId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE lane SET touched = touched + 1, due_at = clock_timestamp() WHERE id = ${laneId}`;
}
