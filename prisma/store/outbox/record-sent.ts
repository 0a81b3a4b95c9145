import type { Sql } from "../../sql.ts";

/** Names a row of the outbox and the right to it. */
export type Claimed = { readonly id: string; readonly fence: bigint };

/**
 * The mail went out; its lease is given back, and what was sealed for it is forgotten. `lastError`: addresses that were refused all the same.
 * @returns false when the right to the row was lost, or it is settled already; nothing was written
 */
export async function recordSent(
  tx: Sql,
  { id, fence }: Claimed,
  result: { readonly response: string; readonly lastError: string | null },
): Promise<boolean> {
  const written = await tx.$executeRaw`
    UPDATE outbox SET status = 'Sent', attempts = attempts + 1, response = ${result.response},
      last_error = ${result.lastError}, payload = payload #- '{letter,sealedSecret}', ended_at = clock_timestamp(), due_at = NULL,
      kills = 0, lease_owner = NULL, lease_until = NULL
    WHERE id = ${id} AND fence = ${fence} AND status = 'Waiting'`;
  return written === 1;
}
