import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { decideBatchHold } from "../../core/hold/decide-batch.ts";
import { whyHeld, whyStopped } from "../../core/hold/words.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Sql } from "../../prisma/sql.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { setSubmission } from "../../prisma/store/batch/submission.ts";
import { lockCollectionHold, lockIntakeHold, sayWhyHeld } from "../../prisma/store/hold/hold.ts";
import { releaseHeldJobs } from "../../prisma/store/hold/release.ts";
import { type BatchStanding, findBatchPlace, lockBatch } from "../../prisma/store/hold/standing.ts";
import { getBatch } from "../batch/get.ts";
import { isHeld } from "./engine.ts";
import { type By, NOTHING_OVER, type Place, type Scope } from "./scope.ts";

type BatchPlace = Place & {
  readonly batchId: string;
  readonly laneId: string;
  readonly collectionId: string;
};

/**
 * A batch. A Pending batch goes to Held at once and keeps its place, which stops a serial lane. If its jobs are
 * running, those that have not begun go to Held when a worker reaches them. When released, the batch goes to Processing
 * and waits in its place until its lane begins it, or the jobs its hold stopped go on in order, unless the whole intake
 * is held. A job with a hold of its own stays Held.
 */
export const BATCH: Scope<BatchPlace, BatchStanding, BatchView> = {
  needs: "hold-work",
  unknown: "There is no such batch, or you cannot see it.",
  find: async ({ db }, batchId) => {
    const found = await findBatchPlace(db, batchId);
    const row = { on: "batch", id: batchId } as const;
    return found && { ...found, row, batchId, names: { batchId }, change: { batch: batchId, lane: true } };
  },
  lock: (tx, { batchId, laneId }) => lockBatch(tx, batchId, laneId),
  decideHold: decideBatchHold,
  stop: async (tx, { place, standing }, { hold, moves, ...by }) => {
    const { batchId } = place;
    if (!moves) {
      await sayWhyHeld(tx, batchId, whyHeld(hold));
      return { told: false, after: { state: standing.state } };
    }
    await leaveSubmission(tx, place, standing, by);
    const move = { batchId, from: "Pending", to: "Held", by: "person", actor: by.actor } as const;
    await moveBatch(tx, { ...move, reason: whyHeld(hold) });
    return { told: true, after: { state: "Held" } };
  },
  lockOver: async (tx, { collectionId }) => ({
    ...NOTHING_OVER,
    intake: await lockIntakeHold(tx),
    collection: await lockCollectionHold(tx, collectionId),
  }),
  goOn: async (tx, { place: { batchId }, standing, over }, { stays, ...by }) => {
    const { state } = standing;
    if (stays && over.collection) {
      await sayWhyHeld(tx, batchId, whyStopped("collection", over.collection));
      return { told: false, after: { state, jobs: 0 } };
    }
    if (isHeld(standing)) {
      await moveBatch(tx, { ...by, batchId, from: "Held", to: "Processing", by: "person" });
      return { told: true, after: { state: "Processing", jobs: 0 } };
    }
    const jobs = over.intake ? [] : await releaseHeldJobs(tx, { batchId }, by);
    return { told: false, jobs, after: { state, jobs: jobs.length } };
  },
  view: getBatch,
};

/** A batch that waits for working storage is treated as never handed over, as when its collection is held. */
async function leaveSubmission(
  tx: Sql,
  { batchId, laneId }: BatchPlace,
  { submitted, status }: BatchStanding,
  by: By,
): Promise<void> {
  if (!submitted && status === null) return;
  const from = { submitted, status };
  if (!(await setSubmission(tx, { ...by, batchId, laneId, fence: null, from, change: AT_REST })))
    throw new WaybillError("stale_state", "Someone else has changed the batch in the meantime. Look again.");
}
