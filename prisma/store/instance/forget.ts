import type { Sql } from "../../sql.ts";

/**
 * Removes processes not seen for so long, but for those a lane's claim still names. Events and attempts name processes
 * in words of their own and need no row. @returns how many
 */
export async function forgetInstances(tx: Sql, goneMs: number): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM instance
    WHERE seen_at < clock_timestamp() - ${goneMs}::float8 * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM lane WHERE lane.lease_until IS NOT NULL AND lane.lease_owner = instance.id)`;
}
