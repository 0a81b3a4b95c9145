import type { Sql } from "../../sql.ts";

/** As many as can be the next of their objects; those behind them are woken in their turn. */
const MOST = 10;

/**
 * Wakes jobs that wait for another one of their object, those whose turn is first: a job has ended, and it may have been
 * the one. They would look again by themselves after WAIT_RETRY_MS.
 * @returns whether there were any
 */
export async function wakeBehind(tx: Sql): Promise<boolean> {
  const woken = await tx.$executeRaw`
    UPDATE job SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM job WHERE wait_code = 'object_busy' AND due_at > clock_timestamp() ORDER BY turn_at LIMIT ${MOST}
      FOR UPDATE SKIP LOCKED)`;
  return woken > 0;
}
