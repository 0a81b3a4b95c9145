import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { setLaneHold } from "../../prisma/store/lane/settings.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneAsk } from "./act.ts";

/**
 * Holds a lane: nothing is handed over any more; what was, goes on and is asked about.
 * @throws WaybillError `not_found`, `not_allowed`, `already_held`
 */
export async function holdLane(ctx: Context, request: LaneAsk): Promise<LaneView> {
  const { reason } = request;
  return actOnLane(ctx, { ...request, action: "lane.hold" }, async (tx, lane) => {
    if (!(await setLaneHold(tx, lane.id, { by: ctx.actor.name, reason })))
      throw new WaybillError("already_held", "The lane is held already.");
    return { before: { held: false }, after: { held: true } };
  });
}
