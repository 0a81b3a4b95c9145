import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import { whyDiskFull, whyNothingBegins } from "../../core/space/starved.ts";
import { listAlarmRows } from "../../prisma/store/alarm.ts";
import { findStarved } from "../../prisma/store/space.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

const MOST = 1_000;
const NOTHING_BEGINS = { kind: "nothing_begins", subject: "" } as const;
const DISK_FULL = { kind: "disk_full", subject: "" } as const;

/**
 * Raises an alarm when work has waited for working storage for STORAGE_ALARM_MS without any of it starting, or when a
 * job that can never fit has waited that long; and another when jobs meet a full disk. Clears them afterwards. Call it
 * every few seconds.
 */
export async function watchSpace(
  ctx: Pick<Context, "db" | "log" | "env">,
  storage: { readonly quotaBytes: number; readonly freeBytes: number },
): Promise<void> {
  const standing = await listAlarmRows(ctx.db, ALARM_LASTS_MS, MOST);
  const starved = { ...(await findStarved(ctx.db, ctx.env.STORAGE_ALARM_MS)), ...storage };
  for (const [alarm, message] of [
    [NOTHING_BEGINS, whyNothingBegins(starved)],
    [DISK_FULL, whyDiskFull(starved)],
  ] as const) {
    if (message !== null) await raiseAlarm(ctx, { ...alarm, message });
    else if (standing.some(({ kind, subject }) => kind === alarm.kind && subject === alarm.subject))
      await clearAlarm(ctx, alarm);
  }
}
