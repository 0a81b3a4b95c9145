import { reachOf } from "../../core/access/roles.ts";
import type { LaneQuery } from "../../core/contracts/lane-requests.ts";
import type { LanePage } from "../../core/contracts/lane-views.ts";
import { INSTANCE_FRESH_MS } from "../../core/lane/live-instance.ts";
import { listInstances } from "../../prisma/store/instance/list.ts";
import { findIntakeHold } from "../../prisma/store/intake/find-hold.ts";
import { countBegunJobs } from "../../prisma/store/job/count-begun.ts";
import { countJobsByState } from "../../prisma/store/job/count-by-state.ts";
import { countAlarmedLanes } from "../../prisma/store/lane/count-alarmed.ts";
import { listLaneAlarms } from "../../prisma/store/lane/list-alarms.ts";
import { listLaneBatchesById } from "../../prisma/store/lane/list-batches.ts";
import { listLaneViews } from "../../prisma/store/lane/list-view.ts";
import { pageOf } from "../../prisma/store/page.ts";
import type { Context } from "../context.ts";
import { laneRow } from "./view.ts";

/**
 * Lanes the actor may see, by service id: of a depositor those of the granted collections. Errors: `search_too_slow`.
 */
export async function listLanes(ctx: Context, query: LaneQuery): Promise<LanePage> {
  const { db, actor, env } = ctx;
  const { q, alarm, cursor: after, limit } = query;
  const timeScale = env.LANE_TIMES;
  const reach = reachOf(actor, "read");
  const alarmed = alarm && { timeScale };
  const lanes = await listLaneViews(db, { reach, q, after, alarmed, limit });
  const shown = lanes.slice(0, limit);
  const heads = await listLaneBatchesById(
    db,
    shown.flatMap(({ headId }) => headId ?? []),
  );
  const byId = new Map(heads.map((head) => [head.id, head]));
  const handedOver = shown
    .filter(({ backend }) => backend === "repository")
    .flatMap(({ headId }) => headId ?? []);
  const [jobs, begun, instances, found, counted, intake] = await Promise.all([
    countJobsByState(db, handedOver),
    countBegunJobs(db, handedOver),
    listInstances(db, INSTANCE_FRESH_MS),
    listLaneAlarms(
      db,
      shown.map(({ id }) => id),
      timeScale,
      reach,
    ),
    countAlarmedLanes(db, reach, timeScale),
    findIntakeHold(db),
  ]);
  const page = pageOf(
    lanes,
    limit,
    ({ serviceId }) => serviceId,
    (lane) =>
      laneRow(lane, {
        actor,
        head: byId.get(lane.headId ?? ""),
        jobs: jobs.get(lane.headId ?? ""),
        begun: begun.get(lane.headId ?? ""),
        isWorked: instances.length > 0,
        intake,
        alarms: found.filter(({ laneId }) => laneId === lane.id),
        timeScale,
      }),
  );
  return { ...page, ...counted };
}
