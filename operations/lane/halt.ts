import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { setLaneHalt } from "../../prisma/store/lane/settings.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneAsk } from "./act.ts";

/**
 * Halts a lane, as it would halt itself after a refusal; the reason names the person.
 * @throws WaybillError `not_found`, `not_allowed`, `already_halted`
 */
export async function haltLane(ctx: Context, request: LaneAsk): Promise<LaneView> {
  const reason = `${ctx.actor.name}: ${request.reason}`;
  return actOnLane(ctx, { ...request, action: "lane.halt" }, async (tx, lane) => {
    if (!(await setLaneHalt(tx, lane.id, reason)))
      throw new WaybillError("already_halted", "The lane is halted already.");
    return { before: { halted: false }, after: { halted: true } };
  });
}
