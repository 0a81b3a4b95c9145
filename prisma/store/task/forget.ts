import type { Sql } from "../../sql.ts";

/**
 * Deletes tasks that succeeded or were cancelled more than `keepMs` ago, with their steps, events and keys, at most `most`.
 * @returns how many
 */
export async function forgetTasks(tx: Sql, keepMs: number, most: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM task WHERE id = ANY(ARRAY(
      SELECT id FROM task
      WHERE ended_at < clock_timestamp() - ${keepMs}::float8 * interval '1 millisecond' AND state IN ('Succeeded', 'Cancelled')
      ORDER BY ended_at LIMIT ${most} FOR UPDATE SKIP LOCKED))`;
}
