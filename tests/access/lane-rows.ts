import { randomUUID } from "node:crypto";
import { LaneQuery, LaneRequest } from "../../core/contracts/lane-requests.ts";
import { createLane } from "../../operations/lane/create.ts";
import { getLane } from "../../operations/lane/get.ts";
import { listLanes } from "../../operations/lane/list.ts";
import { performOnLane } from "../../operations/lane/perform.ts";
import { updateLaneSettings } from "../../operations/lane/update.ts";
import { admins, list, makers, one, type RouteRow, steering } from "./route-row.ts";
import type { World } from "./world.ts";

/** As tests/factories/make-collection.ts names a collection's lane. */
const laneOf = ({ collection }: World) => `lane-${collection.slug}`;

/** The routes of lanes. What each act does, and that each refuses the same people, is operations/lane/acts.db.test.ts. */
export const LANE_ROWS: readonly RouteRow[] = [
  {
    route: "GET api/v1/lanes",
    expect: list,
    // the other rows make lanes of their own, more than a page holds
    call: (ctx, world) => listLanes(ctx, LaneQuery.parse({ q: laneOf(world) })),
    sought: laneOf,
  },
  {
    route: "POST api/v1/lanes",
    expect: admins,
    call: (ctx) =>
      createLane(ctx, LaneRequest.parse({ serviceId: `new-${randomUUID()}`, backend: "repository" })),
    changes: "fresh",
  },
  {
    route: "GET api/v1/lanes/[serviceId]",
    expect: one,
    call: (ctx, world) => getLane(ctx, laneOf(world)),
  },
  {
    route: "PATCH api/v1/lanes/[serviceId]",
    expect: makers,
    call: async (ctx, world) => {
      const serviceId = laneOf(world);
      const seen = await getLane({ ...ctx, actor: world.askers.admin }, serviceId);
      const change = { revision: seen.revision, reason: "a slow disk", settings: { delayWindowMs: 30_000 } };
      return updateLaneSettings(ctx, { serviceId, ...change });
    },
    changes: "fresh",
  },
  {
    route: "POST api/v1/lanes/[serviceId]/actions",
    expect: steering,
    call: (ctx, world) => performOnLane(ctx, laneOf(world), { action: "hold", reason: "disks are moved" }),
    changes: "fresh",
  },
];
