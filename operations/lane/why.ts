import { INSTANCE_FRESH_MS } from "../../core/lane/live-instance.ts";
import { findIntakeHold } from "../../prisma/store/hold/hold.ts";
import { type InstanceRow, listInstances } from "../../prisma/store/instance.ts";
import { countBegunJobs } from "../../prisma/store/job/list.ts";
import { listLaneBatchesById } from "../../prisma/store/lane/batches.ts";
import type { LaneViewRow } from "../../prisma/store/lane/view.ts";
import { countJobs } from "../batch/count-jobs.ts";
import type { Context } from "../context.ts";
import type { AroundWhy } from "./why-lane.ts";

/** The facts that explain why lanes wait. `of`: those of one lane. */
export type AroundLanes = {
  readonly instances: readonly InstanceRow[];
  readonly of: (lane: LaneViewRow) => AroundWhy;
};

/**
 * Reads the facts that explain why lanes wait, for all of them at once, however many: their first batches with their
 * jobs, the running workers, and the intake.
 */
export async function readAroundLanes(
  { db, actor, env }: Pick<Context, "db" | "actor" | "env">,
  lanes: readonly LaneViewRow[],
): Promise<AroundLanes> {
  const idsOf = (some: readonly LaneViewRow[]) => some.flatMap(({ headId }) => headId ?? []);
  const ofJobs = idsOf(lanes.filter(({ backend }) => backend === "repository"));
  const [heads, jobs, begun, instances, intake] = await Promise.all([
    listLaneBatchesById(db, idsOf(lanes)),
    countJobs(db, ofJobs),
    countBegunJobs(db, ofJobs),
    listInstances(db, INSTANCE_FRESH_MS),
    findIntakeHold(db),
  ]);
  const byId = new Map(heads.map((head) => [head.id, head]));
  const isWorked = instances.length > 0;
  return {
    instances,
    of: ({ headId }) => {
      const id = headId ?? "";
      const head = { head: byId.get(id), jobs: jobs.get(id), begun: begun.get(id) };
      return { actor, ...head, isWorked, intake, timeScale: env.LANE_TIMES };
    },
  };
}
