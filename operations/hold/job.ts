import type { JobView } from "../../core/contracts/views.ts";
import { decideJobHold } from "../../core/hold/decide-job.ts";
import { whyHeld } from "../../core/hold/words.ts";
import { lockBatchHold, lockCollectionHold, lockIntakeHold } from "../../prisma/store/hold/hold.ts";
import { findJobPlace, type JobStanding, lockJob } from "../../prisma/store/hold/standing.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { getJob } from "../job/get.ts";
import { isHeld } from "./engine.ts";
import type { Place, Scope } from "./scope.ts";

type JobPlace = Place & {
  readonly jobId: string;
  readonly batchId: string;
  readonly collectionId: string;
};

/**
 * A job that has not begun. It goes to Held and keeps its batch open. When released, it goes on to Estimating and keeps
 * its turn. While the whole intake is held, its own hold ends but it stays Held; a job held only by the intake cannot
 * be released by itself.
 */
export const JOB: Scope<JobPlace, JobStanding, JobView> = {
  needs: "hold-work",
  unknown: "There is no such job, or you cannot see it.",
  find: async ({ db }, jobId) => {
    const found = await findJobPlace(db, jobId);
    if (!found) return undefined;
    const { batchId } = found;
    const row = { on: "job", id: jobId } as const;
    return { ...found, row, jobId, names: { batchId, jobId }, change: { job: jobId, batch: batchId } };
  },
  lock: (tx, { jobId }) => lockJob(tx, jobId),
  decideHold: decideJobHold,
  stop: async (tx, { place: { jobId } }, { actor, hold, moves }) => {
    if (moves)
      await moveJob(tx, { jobId, from: "Pending", to: "Held", by: "person", actor, reason: whyHeld(hold) });
    return { told: moves, after: { state: "Held" } };
  },
  lockOver: async (tx, { batchId, collectionId }) => ({
    intake: await lockIntakeHold(tx),
    collection: await lockCollectionHold(tx, collectionId),
    batch: await lockBatchHold(tx, batchId),
  }),
  goOn: async (tx, { place: { jobId }, standing }, { stays, ...by }) => {
    const goesOn = isHeld(standing) && !stays;
    if (goesOn) await moveJob(tx, { ...by, jobId, from: "Held", to: "Estimating", by: "person" });
    return { told: goesOn, after: { state: goesOn ? "Estimating" : standing.state } };
  },
  view: getJob,
};
