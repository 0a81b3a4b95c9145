import type { ProfileSettings } from "../../core/contracts/profile.ts";
import type { Db } from "../../prisma/client.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { makeBatch } from "./make-batch.ts";
import { type MadeCollection, makeCollection } from "./make-collection.ts";
import { makeJob } from "./make-job.ts";

export type CallbackScene = {
  readonly settings: Partial<ProfileSettings>;
  readonly collection?: MadeCollection;
  /** Default Completed. */
  readonly ends?: "Completed" | "Failed";
  readonly job?: Partial<Prisma.JobUncheckedCreateInput>;
};

/** What `callbackScene` has made; `id`: the callback's row in the outbox, taken with fence 1. */
export type MadeCallback = {
  readonly id: string;
  readonly jobId: string;
  readonly batchId: string;
  readonly collection: MadeCollection;
};

/** A job that has just ended in a collection with a callback address, and its callback, leased with fence 1. */
export async function callbackScene(db: Db, scene: CallbackScene): Promise<MadeCallback> {
  const collection = scene.collection ?? (await makeCollection(db, { settings: scene.settings }));
  const batchId = await makeBatch(db, collection);
  const jobId = await makeJob(db, batchId, "Notify", scene.job);
  await endJob(db, jobId, scene.ends ?? "Completed");
  const { id } = await db.outbox.findFirstOrThrow({ where: { jobId } });
  await db.outbox.update({ where: { id }, data: { fence: 1n } });
  return { id, jobId, batchId, collection };
}

/** Ends a job that is in Notify, as a worker does. */
export async function endJob(db: Db, jobId: string, to: "Completed" | "Failed"): Promise<void> {
  const by = { by: "worker", actor: "Waybill" } as const;
  const fault = { code: "storage_failed", message: "The disk is full." };
  await moveJob(db, { jobId, from: "Notify", to, ...by, ...(to === "Failed" && { fault }) });
}
