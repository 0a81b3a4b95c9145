import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { setLaneHold } from "../../prisma/store/lane/settings.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneAsk } from "./act.ts";

/**
 * Releases a held lane; a halt stays.
 * @throws WaybillError `not_found`, `not_allowed`, `not_held`
 */
export async function releaseLane(ctx: Context, request: LaneAsk): Promise<LaneView> {
  return actOnLane(ctx, { ...request, action: "lane.release" }, async (tx, lane) => {
    if (!(await setLaneHold(tx, lane.id, null))) throw new WaybillError("not_held", "The lane is not held.");
    return { before: { held: true }, after: { held: false } };
  });
}
