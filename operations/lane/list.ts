import { reachOf } from "../../core/access/roles.ts";
import type { LaneQuery } from "../../core/contracts/lane-requests.ts";
import type { LanePage } from "../../core/contracts/lane-views.ts";
import { countAlarmedLanes, listLaneAlarms } from "../../prisma/store/lane/alarms.ts";
import { listLaneViews } from "../../prisma/store/lane/view.ts";
import { pageOf } from "../../prisma/store/page.ts";
import type { Context } from "../context.ts";
import { laneRow } from "./view.ts";
import { readAroundLanes } from "./why.ts";

/**
 * Lanes the actor may see, by service id; for a depositor, those of the granted collections. Errors: `search_too_slow`.
 */
export async function listLanes(ctx: Context, query: LaneQuery): Promise<LanePage> {
  const { db, actor, env } = ctx;
  const { q, alarm, cursor: after, limit } = query;
  const timeScale = env.LANE_TIMES;
  const reach = reachOf(actor, "read");
  const alarmed = alarm && { timeScale };
  const lanes = await listLaneViews(db, { reach, q, after, alarmed, limit });
  const shown = lanes.slice(0, limit);
  const [around, found, counted] = await Promise.all([
    readAroundLanes(ctx, shown),
    listLaneAlarms(
      db,
      shown.map(({ id }) => id),
      timeScale,
      reach,
    ),
    countAlarmedLanes(db, reach, timeScale),
  ]);
  const page = pageOf(
    lanes,
    limit,
    ({ serviceId }) => serviceId,
    (lane) => laneRow(lane, { ...around.of(lane), alarms: found.filter(({ laneId }) => laneId === lane.id) }),
  );
  return { ...page, ...counted };
}
