import type { LaneChoices } from "../../core/contracts/lane-views.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * What a new lane can use here. Addresses and headers of the connections are not revealed.
 * @throws WaybillError `not_allowed`
 */
export function laneChoices({ actor, env }: Context): LaneChoices {
  allow(actor, "make-lane");
  return { ledgers: Object.keys(env.LEDGERS).sort(), timeScale: env.LANE_TIMES };
}
