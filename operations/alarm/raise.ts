import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import { type RaisedAlarm, raiseAlarmRow } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

/**
 * Says that something is wrong with the installation, or still is: call it every few seconds as long as that is so. One
 * that is not raised again within a minute is over by itself, since whoever raised it may have died.
 */
export async function raiseAlarm({ db }: Pick<Context, "db">, alarm: RaisedAlarm): Promise<void> {
  await raiseAlarmRow(db, alarm, ALARM_LASTS_MS);
}
