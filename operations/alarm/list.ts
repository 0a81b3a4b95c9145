import { ALARM_LASTS_MS, rankOf } from "../../core/alarm/kinds.ts";
import { alarmsOfLanes } from "../../core/alarm/of-lanes.ts";
import type { AlarmsView } from "../../core/contracts/alarm-views.ts";
import { type AlarmRow, listAlarmRows } from "../../prisma/store/alarm/list.ts";
import { databaseClock } from "../../prisma/store/hold/clock.ts";
import { listBatchAlarms } from "../../prisma/store/lane/list-alarms.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/** More at once than anybody reads. */
const MOST = 100;
/** Alarms of lanes that are drawn together. */
const MOST_OF_LANES = 1_000;

/**
 * The alarms of the installation in force, those of its lanes drawn together, worst first.
 * @throws QueueError `not_allowed`
 */
export async function listAlarms({
  db,
  actor,
  env,
}: Pick<Context, "db" | "actor" | "env">): Promise<AlarmsView> {
  allow(actor, "read-alarms");
  const [rows, lanes, now] = await Promise.all([
    listAlarmRows(db, ALARM_LASTS_MS, MOST),
    listBatchAlarms(db, env.LANE_TIMES, MOST_OF_LANES),
    databaseClock(db),
  ]);
  const items = [...rows.map(viewOf), ...alarmsOfLanes(lanes, now)];
  return { items: items.sort((a, b) => rankOf(a.kind) - rankOf(b.kind)) };
}

function viewOf({ since, seenAt, ...row }: AlarmRow): AlarmsView["items"][number] {
  return { ...row, since: since.toISOString(), seenAt: seenAt.toISOString() };
}
