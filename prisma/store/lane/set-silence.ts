import type { Sql } from "../../sql.ts";

/**
 * Notes that a lane's ledger does not answer, since now unless it was noted before, or that it does. Under the lane's
 * claim; without it nothing is written.
 */
export async function setLaneSilence(
  tx: Sql,
  {
    laneId,
    fence,
    isSilent,
  }: { readonly laneId: string; readonly fence: bigint; readonly isSilent: boolean },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE lane SET silent_since = CASE WHEN ${isSilent} THEN COALESCE(silent_since, clock_timestamp()) END
    WHERE id = ${laneId} AND fence = ${fence}`;
}
