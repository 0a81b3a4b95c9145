import { whyNothingBegins } from "../../core/space/starved.ts";
import { findStarved } from "../../prisma/store/space/find-starved.ts";
import { clearAlarm } from "../alarm/clear.ts";
import { raiseAlarm } from "../alarm/raise.ts";
import type { Context } from "../context.ts";

const ALARM = { kind: "nothing_begins", subject: "" } as const;

/**
 * Raises the alarm that work has waited for working storage for STORAGE_ALARM_MS and none of it has begun meanwhile, or
 * that a job has waited so long that can never fit; clears it when that is over. Call it every few seconds.
 */
export async function watchSpace(
  ctx: Pick<Context, "db" | "log" | "env">,
  storage: { readonly quotaBytes: number; readonly freeBytes: number },
): Promise<void> {
  const starved = await findStarved(ctx.db, ctx.env.STORAGE_ALARM_MS);
  const message = whyNothingBegins({ ...starved, ...storage });
  if (message === null) await clearAlarm(ctx, ALARM);
  else await raiseAlarm(ctx, { ...ALARM, message });
}
