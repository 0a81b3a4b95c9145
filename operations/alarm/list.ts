import { ALARM_LASTS_MS, rankOf } from "../../core/alarm/kinds.ts";
import { alarmsOfCopies } from "../../core/alarm/of-copies.ts";
import { alarmsOfLanes, type Unread } from "../../core/alarm/of-lanes.ts";
import type { AlarmsView } from "../../core/contracts/alarm-views.ts";
import { type AlarmRow, listAlarmRows } from "../../prisma/store/alarm.ts";
import { listUnmended } from "../../prisma/store/copy/findings.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";
import { type BatchAlarmRow, countAlarmedLanes, listBatchAlarms } from "../../prisma/store/lane/alarms.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/** More than anybody reads at once. */
const MOST = 100;
/** How many lane alarms are counted; beyond this the summary says that there are more. */
const MOST_OF_LANES = 1_000;

/**
 * The installation's alarms in force, with those of its lanes and of damaged objects summarised, worst first.
 * @throws WaybillError `not_allowed`
 */
export async function listAlarms(ctx: Pick<Context, "db" | "actor" | "env">): Promise<AlarmsView> {
  const { db, actor, env } = ctx;
  allow(actor, "read-alarms");
  const [rows, lanes, unmended, now] = await Promise.all([
    listAlarmRows(db, ALARM_LASTS_MS, MOST),
    listBatchAlarms(db, env.LANE_TIMES, MOST_OF_LANES + 1),
    listUnmended(db, MOST + 1),
    databaseClock(db),
  ]);
  const drawn = lanes.slice(0, MOST_OF_LANES);
  const unread = lanes.length > drawn.length ? await unreadOf(ctx, drawn) : null;
  const items = [...rows.map(viewOf), ...alarmsOfLanes(drawn, now, unread), ...alarmsOfCopies(unmended, now)];
  return { items: items.sort((a, b) => rankOf(a.kind) - rankOf(b.kind)) };
}

/** Counted over all: the oldest may all be of a kind that needs nobody. */
async function unreadOf(
  { db, env }: Pick<Context, "db" | "env">,
  drawn: readonly BatchAlarmRow[],
): Promise<Unread | null> {
  const last = drawn.at(-1);
  if (!last) return null;
  const { needPerson } = await countAlarmedLanes(db, "all", env.LANE_TIMES);
  return { needPerson, from: last.since };
}

function viewOf({ since, seenAt, ...row }: AlarmRow): AlarmsView["items"][number] {
  return { ...row, since: since.toISOString(), seenAt: seenAt.toISOString() };
}
