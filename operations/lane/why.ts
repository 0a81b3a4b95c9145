import { INSTANCE_FRESH_MS } from "../../core/lane/live-instance.ts";
import type { Why } from "../../core/lane/why-facts.ts";
import { listInstances } from "../../prisma/store/instance/list.ts";
import { findIntakeHold } from "../../prisma/store/intake/find-hold.ts";
import { countBegunJobs } from "../../prisma/store/job/count-begun.ts";
import { countJobsByState } from "../../prisma/store/job/count-by-state.ts";
import { findLaneView } from "../../prisma/store/lane/find-view.ts";
import { listLaneBatchesById } from "../../prisma/store/lane/list-batches.ts";
import type { Context } from "../context.ts";
import { laneRow } from "./view.ts";

/**
 * What a lane waits for, as far as the actor may know it: the sentence its page begins with. `headId`: the batch it stands
 * behind, for the caller only. Undefined: there is no such lane.
 */
export async function whyLaneWaits(
  { db, actor, env }: Pick<Context, "db" | "actor" | "env">,
  serviceId: string,
): Promise<{ readonly why: Why; readonly headId: string | null } | undefined> {
  const lane = await findLaneView(db, serviceId);
  if (!lane) return undefined;
  const { headId } = lane;
  const heads = headId === null ? [] : [headId];
  const ofJobs = lane.backend === "repository" ? heads : [];
  const [[head], jobs, begun, instances, intake] = await Promise.all([
    listLaneBatchesById(db, heads),
    countJobsByState(db, ofJobs),
    countBegunJobs(db, ofJobs),
    listInstances(db, INSTANCE_FRESH_MS),
    findIntakeHold(db),
  ]);
  const { why } = laneRow(lane, {
    actor,
    head,
    jobs: jobs.get(headId ?? ""),
    begun: begun.get(headId ?? ""),
    isWorked: instances.length > 0,
    intake,
    alarms: [],
    timeScale: env.LANE_TIMES,
  });
  return { why, headId };
}
