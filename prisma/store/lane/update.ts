import type { Tx } from "../../client.ts";
import type { Sql } from "../../sql.ts";
import { REVISION } from "./revision-sql.ts";
import { IN_FLIGHT } from "./rule-sql.ts";

/** What of a lane can be changed. `settings`: the lane's own. */
export type LaneSetUp = {
  readonly ordering: "serial" | "unordered";
  readonly width: number;
  readonly settings: Readonly<Record<string, string | number>>;
};

/** How a locked lane is set up now. `open`: batches in flight, counted up to two. */
export async function getLaneSetUp(
  tx: Sql,
  laneId: string,
): Promise<LaneSetUp & { readonly ledger: string | null; readonly revision: string; readonly open: number }> {
  const [row] = await tx.$queryRaw<(LaneSetUp & { ledger: string | null; revision: string; open: number })[]>`
    SELECT ordering, width, settings, ledger, ${REVISION} AS revision,
      (SELECT count(*)::int FROM (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${IN_FLIGHT} LIMIT 2) AS locking) AS open
    FROM lane WHERE id = ${laneId}`;
  if (!row) throw new Error(`Lane ${laneId} is gone.`);
  return row;
}

/** Writes how a lane is set up. */
export async function updateLane(tx: Tx, laneId: string, setUp: LaneSetUp): Promise<void> {
  await tx.lane.update({ where: { id: laneId }, data: setUp, select: { id: true } });
}
