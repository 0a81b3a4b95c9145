import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import { clearAlarmRow } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

/** Says that something is wrong no more; harmless when nothing was. Only the one who raises a subject clears it. */
export async function clearAlarm(
  { db, log }: Pick<Context, "db" | "log">,
  alarm: { readonly kind: InstallationAlarm; readonly subject: string },
): Promise<void> {
  if (await clearAlarmRow(db, alarm)) log.info(alarm, "alarm over");
}
