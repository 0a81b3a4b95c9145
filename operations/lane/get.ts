import { can, reachOf } from "../../core/access/roles.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { OwnSettings, readLaneSettings } from "../../core/lane/settings.ts";
import { listLaneAlarms } from "../../prisma/store/lane/alarms.ts";
import { type LaneBatchRow, listLaneBatches } from "../../prisma/store/lane/batches.ts";
import { findLaneView, listLaneAttempts } from "../../prisma/store/lane/view.ts";
import type { Context } from "../context.ts";
import { attemptView, batchView, instanceView, laneRow } from "./view.ts";
import { readAroundLanes } from "./why.ts";

const MOST_OPEN = 50;
const MOST_WAITING = 20;
const MOST_DONE = 5;
const MOST_ATTEMPTS = 50;

/**
 * One lane as its page shows it: why it waits, what is open, what comes next, what was tried, and which workers run.
 * @throws WaybillError `not_found` (also when the actor may not see it)
 */
export async function getLane(ctx: Context, serviceId: string): Promise<LaneView> {
  const { db, actor, env } = ctx;
  const lane = await findLaneView(db, serviceId);
  const reach = reachOf(actor, "read");
  if (!lane || (reach !== "all" && !lane.collections.some(({ id }) => reach.includes(id))))
    throw new WaybillError("not_found", "There is no such lane, or you cannot see it.");
  const { id: laneId } = lane;
  const [around, open, waiting, done, attempts, alarms] = await Promise.all([
    readAroundLanes(ctx, [lane]),
    listLaneBatches(db, { laneId, part: "open", most: MOST_OPEN }),
    listLaneBatches(db, { laneId, part: "waiting", most: MOST_WAITING }),
    listLaneBatches(db, { laneId, part: "done", most: MOST_DONE }),
    listLaneAttempts(db, { laneId, most: MOST_ATTEMPTS }),
    listLaneAlarms(db, [laneId], env.LANE_TIMES, reach),
  ]);
  const isShown = ({ collectionId }: { readonly collectionId: string }) => can(actor, "read", collectionId);
  const shown = (batches: readonly LaneBatchRow[]) =>
    batches.filter(isShown).map((batch) => batchView(batch, lane, actor));
  return {
    ...laneRow(lane, { ...around.of(lane), alarms }),
    ledger: lane.ledger,
    settings: readLaneSettings(lane.settings, env.LANE_TIMES),
    ownSettings: OwnSettings.parse(lane.settings),
    revision: lane.revision,
    openBatches: shown(open),
    waiting: shown(waiting),
    done: shown(done),
    attempts: attempts.filter(isShown).map(attemptView),
    instances: around.instances.map(instanceView),
    maySteer: can(actor, "steer-lane"),
    mayChange: can(actor, "make-lane"),
  };
}
