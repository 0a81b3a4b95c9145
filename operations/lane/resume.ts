import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { setLaneHalt } from "../../prisma/store/lane/settings.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneAsk } from "./act.ts";

/**
 * Lets a halted lane go on; a hold stays.
 * @throws WaybillError `not_found`, `not_allowed`, `not_halted`
 */
export async function resumeLane(ctx: Context, request: LaneAsk): Promise<LaneView> {
  return actOnLane(ctx, { ...request, action: "lane.resume" }, async (tx, lane) => {
    if (!(await setLaneHalt(tx, lane.id, null)))
      throw new WaybillError("not_halted", "The lane is not halted.");
    return { before: { halted: true, why: lane.haltedReason }, after: { halted: false } };
  });
}
