import type { Sql } from "../../sql.ts";
import type { Claimed } from "./record-sent.ts";

/**
 * The mail is given up, its lease given back, and what was sealed for it forgotten.
 * @returns false when the right to the row was lost, or it is settled already; nothing was written
 */
export async function recordFailed(tx: Sql, { id, fence }: Claimed, lastError: string): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE outbox SET status = 'Failed', attempts = attempts + 1, last_error = ${lastError},
      payload = payload #- '{letter,sealedSecret}', ended_at = clock_timestamp(), due_at = NULL,
      kills = 0, lease_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'`;
  return written === 1;
}
