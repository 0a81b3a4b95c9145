import { reachOf } from "../../core/access/roles.ts";
import { type AlarmedLanes, countAlarmedLanes } from "../../prisma/store/lane/alarms.ts";
import type { Context } from "../context.ts";

/** How many lanes the actor may see have an alarm, and how many of them need a person. */
export async function countAlarmed({ db, actor, env }: Context): Promise<AlarmedLanes> {
  return countAlarmedLanes(db, reachOf(actor, "read"), env.LANE_TIMES);
}
