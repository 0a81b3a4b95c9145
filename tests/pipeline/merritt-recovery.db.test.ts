import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { deleteBatch } from "../../operations/batch/delete.ts";
import { getBatch } from "../../operations/batch/get.ts";
import { sendUpdateReport } from "../../operations/batch/update-report.ts";
import { deleteJob } from "../../operations/job/delete.ts";
import { getJob } from "../../operations/job/get.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { type HandWorker, openHandWorker } from "./hand-worker.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";

/**
 * What the integration tests of Merritt's queue (mrt-zk, src/main/ruby/spec/zk_spec.rb) assert of failure, recovery and
 * deletion, restated. Everywhere: a node in ZooKeeper is a row here, "lists" of a batch are counts of its jobs by state,
 * and a batch is deleted by a person only when it is Failed or Held.
 */
const reason = "a test of Merritt's";

let installation: Installation;
let worker: HandWorker;
/** Called when a worker comes to Notify. */
let onNotify: (() => Promise<void>) | undefined;
let onReporting: (() => Promise<void>) | undefined;

beforeAll(async () => {
  // Merritt's update report is asked for by an admin
  installation = await makeInstallation({ settings: { automaticUpdateReport: false } });
  worker = await openHandWorker(installation, async (name) => {
    if (name === "Notify:before") await onNotify?.();
    if (name === "Reporting:before") await onReporting?.();
  });
});

afterAll(async () => {
  await worker.end();
  await installation.end();
});

const view = (batchId: string) => getBatch(installation.ctx, batchId);
const movesOf = async (jobId: string) =>
  (
    await installation.ctx.db.event.findMany({ where: { jobId, kind: "job.moved" }, orderBy: { id: "asc" } })
  ).map(({ from, to }) => `${from} ${to}`);

/** A deposit of one file, worked until its batch has ended; its job fails in Notify when `message` says so. */
async function ended(name: string, message?: string): Promise<{ batchId: string; jobId: string }> {
  const batchId = await installation.deposit(name, { filename: `${name}.txt`, type: "file" });
  onNotify = message
    ? async () => {
        throw new WaybillError("storage_failed", message);
      }
    : undefined;
  await worker.workAll();
  onNotify = undefined;
  const { id: jobId } = await installation.ctx.db.job.findFirstOrThrow({ where: { batchId } });
  return { batchId, jobId };
}

it("T10 batch failure: a job fails in Notify, its batch reports and fails; job, then batch, are deleted", async () => {
  const { ctx } = installation;
  let reporting: Awaited<ReturnType<typeof view>> | undefined;
  let batchId = "";
  onReporting = async () => {
    const batch = await ctx.db.batch.findFirstOrThrow({ where: { state: "Reporting" } });
    reporting = await view(batch.id);
  };
  const made = await ended("t10", "the callback could not be made");
  onReporting = undefined;
  batchId = made.batchId;
  const { jobId } = made;
  // batch Reporting with hasFailure true: computed from the jobs here
  expect(reporting).toMatchObject({ id: batchId, state: "Reporting", jobs: { Failed: 1 } });
  // processing, completed, failed: 0, 0, 1
  expect(await view(batchId)).toMatchObject({ state: "Failed", jobs: { Failed: 1 } });
  expect(await getJob(ctx, jobId)).toMatchObject({
    state: "Failed",
    lastSuccessfulState: "Recording",
    fault: { message: "the callback could not be made" },
  });
  expect(await movesOf(jobId)).toContain("Notify Failed");
  // last_successful stays Recording
  expect(await deleteJob(ctx, { jobId, reason })).toMatchObject({
    state: "Deleted",
    lastSuccessfulState: "Recording",
  });
  // difference: its object had been recorded before Notify, and stays
  expect(await ctx.db.objectVersion.count({ where: { jobId } })).toBe(1);
  expect(await ctx.db.storedObject.count({ where: { busyJobId: jobId } })).toBe(0);
  expect(await deleteBatch(ctx, { batchId, reason })).toMatchObject({
    state: "Deleted",
    jobs: { Deleted: 1 },
  });
  // difference: nothing is cleaned away but files; rows and history stay for good
  expect(await ctx.db.event.count({ where: { batchId, to: "Deleted" } })).toBe(2);
});

it("T11 recovery: the failed job is set to Notify and completes; the batch stays Failed until its update report", async () => {
  const { ctx } = installation;
  const { batchId, jobId } = await ended("t11", "the callback could not be made");
  // difference: the state to go on in is chosen by last_successful_state unless the operator names an earlier one
  expect(await resumeJob(ctx, { jobId, at: "Notify" })).toMatchObject({ state: "Notify", retryCount: 1 });
  await worker.workAll("job");
  expect(await getJob(ctx, jobId)).toMatchObject({ state: "Completed", retryCount: 1 });
  // batch still Failed, but hasFailure false
  expect(await view(batchId)).toMatchObject({ state: "Failed", jobs: { Completed: 1 } });
  await sendUpdateReport(ctx, { batchId });
  // UpdateReporting is not deletable
  expect((await view(batchId)).state).toBe("UpdateReporting");
  await expect(deleteBatch(ctx, { batchId, reason })).rejects.toMatchObject({ code: "illegal_move" });
  await worker.workAll("batch");
  // difference: Completed is an end, as there, but not to be deleted (T13)
  expect(await view(batchId)).toMatchObject({ state: "Completed", may: { delete: false } });
  // difference: the second mail tells only what changed
  expect(await ctx.db.outbox.count({ where: { batchId, kind: "mail" } })).toBe(2);
});

it("T12 deletion of a job: one in Notify is refused; of a Completed one nothing is left in the queue", async () => {
  const { ctx } = installation;
  let refused: unknown;
  const batchId = await installation.deposit("t12", { filename: "t12.txt", type: "file" });
  onNotify = async () => {
    // its moves are written within 200 ms
    const { id } = await ctx.db.job.findFirstOrThrow({ where: { batchId } });
    const stateNow = async () => (await ctx.db.job.findUniqueOrThrow({ where: { id } })).state;
    await until(async () => (await stateNow()) === "Notify" || "it was not in Notify", 10_000);
    refused = await deleteJob(ctx, { jobId: id, reason }).catch((error: unknown) => error);
  };
  await worker.workAll();
  onNotify = undefined;
  expect(refused).toMatchObject({ code: "illegal_move", message: expect.stringContaining("Notify") });
  const { id: jobId } = await ctx.db.job.findFirstOrThrow({ where: { batchId } });
  const job = await getJob(ctx, jobId);
  // Merritt clears the job's node, its state's list and its batch's list, and needs an admin for it.
  // Difference: a Completed job leaves the pipeline by itself (no lease, no folder, no space, not due), is not deleted,
  // and stays to be read.
  expect(job).toMatchObject({
    state: "Completed",
    spaceReserved: "0",
    may: { delete: false, forceFail: false },
  });
  expect(await ctx.db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    dueAt: null,
    leaseOwner: null,
    workingDirectory: null,
  });
  await expect(deleteJob(ctx, { jobId, reason })).rejects.toMatchObject({ code: "illegal_move" });
});

it("T13 deletion of a batch: a Completed one leaves nothing behind; what was deleted is cleaned in bulk", async () => {
  const { ctx } = installation;
  const { batchId } = await ended("t13-completed");
  // Difference: there "delete" clears a Completed batch's nodes. Here its files are gone by themselves, and its rows stay.
  expect(await view(batchId)).toMatchObject({ state: "Completed" });
  await expect(deleteBatch(ctx, { batchId, reason })).rejects.toMatchObject({ code: "illegal_move" });
  expect((await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } })).payloadPath).toBeNull();

  // bulk cleanup: whatever was deleted, by one sweep
  const failed = [await ended("t13-a", "no"), await ended("t13-b", "no")];
  for (const { batchId: id } of failed) await deleteBatch(ctx, { batchId: id, reason });
  await worker.sweep();
  const storage = installation.workerEnv.WORKING_STORAGE ?? "";
  const left = [
    ...(await readdir(path.join(storage, "batches"))),
    ...(await readdir(path.join(storage, "jobs"))),
  ];
  const gone = [batchId, ...failed.flatMap((each) => [each.batchId, each.jobId])];
  expect(left.filter((name) => gone.includes(name))).toEqual([]);
  for (const each of failed)
    expect(await view(each.batchId)).toMatchObject({ state: "Deleted", jobs: { Deleted: 1 } });
});
