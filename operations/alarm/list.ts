import { ALARM_LASTS_MS, rankOf } from "../../core/alarm/kinds.ts";
import type { AlarmsView } from "../../core/contracts/alarm-views.ts";
import { type AlarmRow, listAlarmRows } from "../../prisma/store/alarm/list.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/** More at once than anybody reads. */
const MOST = 100;

/**
 * The alarms of the installation in force, worst first.
 * @throws QueueError `not_allowed`
 */
export async function listAlarms({ db, actor }: Pick<Context, "db" | "actor">): Promise<AlarmsView> {
  allow(actor, "read-alarms");
  const rows = await listAlarmRows(db, ALARM_LASTS_MS, MOST);
  return { items: rows.sort((a, b) => rankOf(a.kind) - rankOf(b.kind)).map(viewOf) };
}

function viewOf({ since, seenAt, ...row }: AlarmRow): AlarmsView["items"][number] {
  return { ...row, since: since.toISOString(), seenAt: seenAt.toISOString() };
}
