import { whyDiskFull, whyNothingBegins } from "../../core/space/starved.ts";
import { findStarved } from "../../prisma/store/space.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

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
  const starved = { ...(await findStarved(ctx.db, ctx.env.STORAGE_ALARM_MS)), ...storage };
  await raiseOrClear(ctx, NOTHING_BEGINS, whyNothingBegins(starved));
  await raiseOrClear(ctx, DISK_FULL, whyDiskFull(starved));
}

async function raiseOrClear(
  ctx: Pick<Context, "db" | "log">,
  alarm: typeof NOTHING_BEGINS | typeof DISK_FULL,
  message: string | null,
): Promise<void> {
  if (message === null) await clearAlarm(ctx, alarm);
  else await raiseAlarm(ctx, { ...alarm, message });
}
