import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { deleteJob } from "../../operations/job/delete.ts";
import { forceFail } from "../../operations/job/force-fail.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** F28: a person ends a job while a worker is at it. */
const reason = "it hangs on a dead disk";

let installation: Installation;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  installation = await makeInstallation();
});

afterAll(async () => {
  for (const worker of workers) worker.kill("SIGCONT");
  for (const worker of workers) await worker.stop();
  await installation.end();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
  const worker = await startWorker({ ...installation.workerEnv, ...env });
  workers.push(worker);
  return worker;
}

/** Deposits a file and leaves its job to a worker that stands still at a point of it, as a paused machine does. */
async function stuckAt(point: string, localId: string) {
  const worker = await start({ FAULT_POINTS: `${point}:stop` });
  const text = `first of ${localId}`;
  const batchId = await installation.deposit(text, {
    filename: "a.txt",
    type: "file",
    localIdentifier: localId,
  });
  const state = point.split(":")[0];
  let jobId = "";
  await until(async () => {
    const job = await installation.ctx.db.job.findFirst({ where: { batchId } });
    jobId = job?.id ?? "";
    const isThere = job?.state === state && job?.leaseOwner && isStopped(worker);
    return isThere ? true : `it is ${job?.state}`;
  }, 20_000);
  return { worker, batchId, jobId };
}

/** Whether the process is stopped (T in its stat). */
function isStopped({ pid }: WorkerProcess): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) === "T";
}

/** Lets the stopped worker go on, and waits until it has seen that it has no say any more. */
async function letGoOn(worker: WorkerProcess): Promise<void> {
  worker.kill("SIGCONT");
  await until(
    async () =>
      worker.lines.some((line) => line.includes("another worker has taken over")) ||
      `it wrote ${worker.lines.at(-1)}`,
    20_000,
  );
  await worker.stop();
}

/** The job's row without what its batch's report told of it, which is nobody's effect here. */
async function factsOf(jobId: string) {
  const { reportedOutcome: _, ...facts } = await jobOf(jobId);
  return facts;
}

const jobOf = (id: string) => installation.ctx.db.job.findUniqueOrThrow({ where: { id } });
const eventsOf = (jobId: string) =>
  installation.ctx.db.event.findMany({ where: { jobId }, orderBy: { id: "asc" } });

/** Everything below the storage root, which is made at the first put. */
function storedFiles(): Promise<string[]> {
  const root = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl");
  return readdir(root, { recursive: true }).catch(() => []);
}

async function expectSoundStorage(): Promise<void> {
  const storage = installation.workerEnv.OBJECT_STORAGE ?? "";
  const findings = await validateStorageRoot(path.join(storage, "ocfl"));
  expect(findings.filter(({ code }) => code.startsWith("E"))).toEqual([]);
  expect(await readdir(path.join(storage, "staging"))).toEqual([]);
}

it("forced to fail before it is stored: the worker that goes on stores nothing, and a resume does", async () => {
  const { ctx } = installation;
  const { worker, batchId, jobId } = await stuckAt("Processing:identified", "loc-1");
  await forceFail(ctx, { jobId, reason });
  const events = await eventsOf(jobId);
  const failed = await factsOf(jobId);
  await letGoOn(worker);
  expect(await eventsOf(jobId)).toEqual(events);
  expect(await factsOf(jobId)).toEqual(failed);
  expect(await ctx.db.storedObject.findUniqueOrThrow({ where: { ark: failed.ark ?? "" } })).toMatchObject({
    version: 0,
    busyJobId: null,
    root: null,
  });
  expect(await storedFiles()).not.toContainEqual(expect.stringContaining("inventory.json"));

  await start();
  await resumeJob(ctx, { jobId });
  await until(async () => (await jobOf(jobId)).state === "Completed" || "it is not stored", 20_000);
  await installation.batchReaches(batchId, "Completed");
  expect(await ctx.db.objectVersion.findMany({ where: { jobId } })).toMatchObject([{ version: 1 }]);
  await expectSoundStorage();
});

it("forced to fail, and another job stores the object: the worker that goes on changes nothing of it", async () => {
  const { ctx } = installation;
  await workers.at(-1)?.stop();
  const { worker, jobId } = await stuckAt("Processing:identified", "loc-2");
  await forceFail(ctx, { jobId, reason });
  const failed = await factsOf(jobId);
  await start();
  const second = await installation.deposit("second", {
    filename: "b.txt",
    type: "file",
    localIdentifier: "loc-2",
  });
  await installation.batchReaches(second, "Completed");
  const object = { where: { ark: failed.ark ?? "" }, include: { versions: true } };
  const stored = await ctx.db.storedObject.findUniqueOrThrow(object);
  expect(stored).toMatchObject({ version: 1, busyJobId: null, versions: [{ batchId: second }] });
  await letGoOn(worker);
  expect(await ctx.db.storedObject.findUniqueOrThrow(object)).toEqual(stored);
  expect(await factsOf(jobId)).toEqual(failed);

  await resumeJob(ctx, { jobId });
  await until(async () => (await jobOf(jobId)).state === "Completed" || "it is not stored", 20_000);
  expect(await ctx.db.objectVersion.findMany({ where: { jobId } })).toMatchObject([{ version: 2 }]);
  await expectSoundStorage();
});

it("forced to fail and deleted while it is fetched: nothing of it is left but its history", async () => {
  const { ctx } = installation;
  await workers.at(-1)?.stop();
  const { worker, batchId, jobId } = await stuckAt("Downloading:effect", "loc-3");
  await forceFail(ctx, { jobId, reason });
  await installation.batchReaches(batchId, "Processing");
  await start();
  await installation.batchReaches(batchId, "Failed");
  await deleteJob(ctx, { jobId, reason });
  await installation.batchReaches(batchId, "Completed");
  await until(async () => {
    const { workingDirectory, spaceReserved } = await jobOf(jobId);
    return (workingDirectory === null && spaceReserved === 0n) || "its folder is still there";
  }, 20_000);
  const deleted = await factsOf(jobId);
  await letGoOn(worker);
  expect(await factsOf(jobId)).toEqual(deleted);
  expect(deleted).toMatchObject({ state: "Deleted", errorCode: null });
  expect((await eventsOf(jobId)).slice(-2).map(({ from, to, actor }) => [from, to, actor])).toEqual([
    ["Downloading", "Failed", "Tester"],
    ["Failed", "Deleted", "Tester"],
  ]);
  const jobs = path.join(installation.workerEnv.WORKING_STORAGE ?? "", "jobs");
  expect(await readdir(jobs)).not.toContain(jobId);
  expect(await ctx.db.storedObject.count({ where: { busyJobId: jobId } })).toBe(0);
  await expectSoundStorage();
});
