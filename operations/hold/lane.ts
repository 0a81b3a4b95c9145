import { reachOf } from "../../core/access/roles.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { lockHold } from "../../prisma/store/hold/hold.ts";
import { findLanePlace } from "../../prisma/store/hold/standing.ts";
import { wakeLane } from "../../prisma/store/lane/turn.ts";
import { getLane } from "../lane/get.ts";
import { NOTHING_OVER, type Place, type Scope, type Standing } from "./scope.ts";

type LanePlace = Place & { readonly laneId: string };

/**
 * A lane. No further batches are handed over; those that were go on and are polled. When released, its head goes on; a
 * halt stays.
 */
export const LANE: Scope<LanePlace, Standing, LaneView> = {
  needs: "steer-lane",
  unknown: "There is no such lane, or you cannot see it.",
  find: async ({ db, actor }, serviceId) => {
    const found = await findLanePlace(db, serviceId);
    const reach = reachOf(actor, "read");
    if (!found || (reach !== "all" && !found.collectionIds.some((id) => reach.includes(id))))
      return undefined;
    const { laneId } = found;
    return {
      row: { on: "lane", id: laneId },
      laneId,
      names: { details: { lane: serviceId } },
      change: { lane: true, due: true },
    };
  },
  lock: async (tx, { row }) => ({ hold: await lockHold(tx, row) }),
  decideHold: () => ({ kind: "mark" }),
  stop: async (tx, { place }) => {
    await wakeLane(tx, place.laneId);
    return { told: false, after: {} };
  },
  lockOver: async () => NOTHING_OVER,
  goOn: async (tx, { place }) => {
    await wakeLane(tx, place.laneId);
    return { told: false, after: {} };
  },
  view: getLane,
};
