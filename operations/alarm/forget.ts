import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import { forgetAlarmRows } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

/** Kept a little longer than alarms last, so that one raised again at once counts as the same. */
const FORGET_MS = 10 * ALARM_LASTS_MS;

/** Removes alarms that are long over; nobody is shown them any more. @returns how many */
export function forgetAlarms({ db }: Pick<Context, "db">): Promise<number> {
  return forgetAlarmRows(db, FORGET_MS);
}
