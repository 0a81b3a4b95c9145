import type { IntakeView } from "../../core/contracts/views.ts";
import { lockHold } from "../../prisma/store/hold/hold.ts";
import { releaseHeldJobs, wakeIntake } from "../../prisma/store/hold/release.ts";
import { getIntake } from "../intake/get.ts";
import { NOTHING_OVER, type Place, type Scope, type Standing } from "./scope.ts";

const PLACE: Place = {
  row: { on: "intake" },
  names: {},
  change: { collection: true, lane: true },
};

/**
 * The whole intake. No batch of any lane is begun, and jobs that are Pending wait where they are; deposits are still
 * accepted and queued, and work that has begun goes on. When released, lanes and jobs go on at once, in order,
 * including those whose other holds have ended meanwhile.
 */
export const INTAKE: Scope<Place, Standing, IntakeView> = {
  needs: "hold-intake",
  unknown: "There is nothing here, or you cannot see it.",
  find: async () => PLACE,
  lock: async (tx) => ({ hold: await lockHold(tx, PLACE.row) }),
  decideHold: () => ({ kind: "mark" }),
  stop: async () => ({ told: false, after: {} }),
  lockOver: async () => NOTHING_OVER,
  goOn: async (tx, _at, by) => {
    const woken = await wakeIntake(tx);
    // nothing is Held without a hold, so whatever is left without one was kept by this hold
    const jobs = await releaseHeldJobs(tx, "all", by);
    return { told: false, jobs, after: { jobs: woken.jobs + jobs.length, lanes: woken.lanes } };
  },
  view: getIntake,
};
