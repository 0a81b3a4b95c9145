import type { Sql } from "../../sql.ts";
import { IN_FLIGHT } from "./rule-sql.ts";

/**
 * Gives a lane's claim back. `dueAt`: when it has to be looked at again, null: not by itself. When something happened
 * to the lane since `touched` was read, it is due at once. Once nothing is in flight any more, nobody waits for its ledger's
 * answer. Nothing happens when the claim was lost.
 */
export async function releaseClaim(
  tx: Sql,
  claim: {
    readonly laneId: string;
    readonly fence: bigint;
    readonly touched: bigint;
    readonly dueAt: Date | null;
  },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE lane SET lease_owner = NULL, lease_until = NULL, lease_last = NULL, kills = 0,
      silent_since = CASE WHEN silent_since IS NULL THEN NULL
        WHEN EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${IN_FLIGHT}) THEN silent_since END,
      due_at = CASE WHEN touched <> ${claim.touched} THEN clock_timestamp() ELSE ${claim.dueAt}::timestamptz END
    WHERE id = ${claim.laneId} AND fence = ${claim.fence} AND lease_owner IS NOT NULL`;
}
