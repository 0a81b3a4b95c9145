import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import { type RaisedAlarm, raiseAlarmRow } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

/**
 * Raises an alarm of the installation, or keeps it raised: call it every few seconds while the cause lasts. An alarm
 * not raised again within a minute ends by itself, since whoever raised it may have died.
 */
export async function raiseAlarm({ db }: Pick<Context, "db">, alarm: RaisedAlarm): Promise<void> {
  await raiseAlarmRow(db, alarm, ALARM_LASTS_MS);
}
