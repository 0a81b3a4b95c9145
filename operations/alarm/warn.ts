import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import { forgetAlarmRows, listAlarmRows } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

const MOST = 1_000;
/** Kept a little longer than alarms last, so that one raised again at once counts as the same. */
const FORGET_MS = 10 * ALARM_LASTS_MS;

/**
 * Makes a function for a worker to call every few seconds. It logs `alarm` at warn level for each installation alarm
 * that is new since the last call, once per alarm and process. Alarms long over are forgotten.
 */
export function makeInstallationWarner({ db, log }: Pick<Context, "db" | "log">): () => Promise<void> {
  let told = new Set<string>();
  return async () => {
    const now = new Set<string>();
    for (const { kind, subject, message, since } of await listAlarmRows(db, ALARM_LASTS_MS, MOST)) {
      const key = JSON.stringify([kind, subject, since]);
      now.add(key);
      if (!told.has(key)) log.warn({ kind, subject, message, since }, "alarm");
    }
    told = now;
    await forgetAlarmRows(db, FORGET_MS);
  };
}
