import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import { clearAlarmRow } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

/** Clears an alarm; harmless when there is none. Only whoever raises an alarm for a subject clears it. */
export async function clearAlarm(
  { db, log }: Pick<Context, "db" | "log">,
  alarm: { readonly kind: InstallationAlarm; readonly subject: string },
): Promise<void> {
  if (await clearAlarmRow(db, alarm)) log.info(alarm, "alarm over");
}
