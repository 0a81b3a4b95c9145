import { INTAKE_HELD } from "../../core/hold/wait-code.ts";
import { whyStopped } from "../../core/hold/words.ts";
import { ended } from "../../core/sentence.ts";
import { lockBatchHold, lockCollectionHold, lockIntakeHold } from "../../prisma/store/hold/hold.ts";
import { waitJob } from "../../prisma/store/job/facts.ts";
import type { JobRecord } from "../../prisma/store/job/load.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import type { Context } from "../context.ts";

/** A Pending job under a lease. */
export type Stoppable = { readonly job: JobRecord; readonly fence: bigint };

/**
 * Moves a Pending job to Held because of the hold on its collection or batch. If that was released meanwhile, the job
 * stays Pending and is tried again. @throws WaybillError `stale_state`
 */
export async function holdPendingJob({ db }: Context, { job, fence }: Stoppable): Promise<JobRecord> {
  return db.transact(async (tx) => {
    const collection = await lockCollectionHold(tx, job.collectionId);
    const batch = await lockBatchHold(tx, job.batchId);
    const hold = collection ?? batch;
    if (!hold) return { ...job, hold: null };
    const reason = whyStopped(collection ? "collection" : "batch", hold);
    const move = { from: "Pending", to: "Held", by: "worker", actor: "Waybill" } as const;
    return { ...job, ...(await moveJob(tx, { ...move, jobId: job.id, fence, reason })) };
  });
}

/** Parks a Pending job until the intake is released. If that has already happened, the job goes on. */
export async function pausePendingJob(
  { db }: Context,
  { job, fence }: Stoppable,
): Promise<JobRecord | "waiting"> {
  return db.transact(async (tx) => {
    const hold = await lockIntakeHold(tx);
    if (!hold) return { ...job, intakeHold: null };
    const why = ended(whyStopped("intake", hold));
    await waitJob(tx, { jobId: job.id, fence, code: INTAKE_HELD, why, dueInMs: null, givesSpaceBack: true });
    return "waiting";
  });
}
