import type { Sql } from "../../sql.ts";

/** Holds a lane, or releases it (`hold` null). @returns false when it is so already */
export async function setLaneHold(
  tx: Sql,
  laneId: string,
  hold: { readonly by: string; readonly reason: string } | null,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE lane SET held_at = CASE WHEN ${hold !== null} THEN clock_timestamp() END, held_by = ${hold?.by ?? null},
      held_reason = ${hold?.reason ?? null}
    WHERE id = ${laneId} AND (held_at IS NULL) = ${hold !== null}`;
  return changed > 0;
}
