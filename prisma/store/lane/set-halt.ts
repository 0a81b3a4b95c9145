import type { Sql } from "../../sql.ts";

/** Halts a lane for a reason, or lets it go on (null). @returns false when it is so already */
export async function setLaneHalt(tx: Sql, laneId: string, reason: string | null): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE lane SET halted_at = CASE WHEN ${reason !== null} THEN clock_timestamp() END, halted_reason = ${reason}
    WHERE id = ${laneId} AND (halted_at IS NULL) = ${reason !== null}`;
  return changed > 0;
}
