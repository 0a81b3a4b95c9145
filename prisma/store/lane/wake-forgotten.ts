import type { Sql } from "../../sql.ts";
import { GOING, MAY_MOVE, QUEUED } from "./rule-sql.ts";

/**
 * Makes lanes due that can move although nobody woke them. Looks at every lane, so it is done seldom; locked ones wait for
 * the next time. @returns how many
 */
export async function wakeForgottenLanes(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE lane SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM lane
      WHERE due_at IS NULL AND lease_until IS NULL AND ${GOING} AND ${MAY_MOVE} AND EXISTS (SELECT FROM ${QUEUED} AS queued)
      FOR NO KEY UPDATE OF lane SKIP LOCKED)`;
}
