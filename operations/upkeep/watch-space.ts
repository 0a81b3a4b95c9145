import { whyDiskFull, whyNothingBegins } from "../../core/space/starved.ts";
import { findStarved } from "../../prisma/store/space.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

const NOTHING_BEGINS = { kind: "nothing_begins", subject: "" } as const;
const DISK_FULL = { kind: "disk_full", subject: "" } as const;

/**
 * Raises the alarm that work has waited for working storage for STORAGE_ALARM_MS and none of it has begun meanwhile, or
 * that a job has waited so long that can never fit, and the one that jobs have met a full disk; clears them when that is
 * over. Call it every few seconds.
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
