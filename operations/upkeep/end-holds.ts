import { WaybillError } from "../../core/errors.ts";
import type { Held } from "../../core/hold/holdable.ts";
import { DutyLost } from "../../core/sequencer/duties.ts";
import { listExpiredHolds } from "../../prisma/store/hold/release.ts";
import type { Context } from "../context.ts";
import { releaseHold } from "../hold/release.ts";

const MOST = 500;

/**
 * Ends expired holds, as a person would release them, at most 500 at a time, by the database's clock. A hold that
 * somebody else ends at the same moment is skipped. @returns how many were ended
 */
export async function endHolds(ctx: Context): Promise<number> {
  let ended = 0;
  for (const hold of await listExpiredHolds(ctx.db, MOST)) if (await end(ctx, hold)) ended += 1;
  if (ended > 0) ctx.log.info({ ended }, "holds expired");
  return ended;
}

async function end(ctx: Context, hold: Held): Promise<boolean> {
  try {
    await releaseHold(ctx, { ...hold, expired: true });
    return true;
  } catch (error) {
    if (error instanceof WaybillError && (error.code === "not_held" || error.code === "stale_state"))
      return false;
    if (error instanceof DutyLost) throw error;
    ctx.log.error({ ...hold, err: error }, "a hold could not be ended");
    return false;
  }
}
