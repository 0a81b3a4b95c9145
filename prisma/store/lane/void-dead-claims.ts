import type { Sql } from "../../sql.ts";
import { freeOf } from "../lease/tables.ts";

/**
 * Takes claims away whose holders are dead and makes their lanes due. Raises `breaks`, so that the next wake-up has an
 * id of its own and is not swallowed by the one the dead worker left active. Locked lanes wait for the next look. @returns
 * how many
 */
export async function voidDeadClaims(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE lane SET lease_owner = NULL, lease_until = NULL, lease_last = NULL, kills = kills + 1, breaks = breaks + 1,
      due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM lane WHERE lease_until < clock_timestamp() AND ${freeOf("lane")} FOR NO KEY UPDATE SKIP LOCKED)`;
}
