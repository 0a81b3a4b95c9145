import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkState } from "../../core/job/states.ts";
import { openJobSteps } from "../../prisma/store/job/gathered.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { until } from "../../tests/pipeline/until.ts";
import { Progress } from "./progress.ts";

let test: TestContext;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});
afterAll(() => test.end());

/** The progress of a new job in a state, whose fence is 0. */
async function begin(state: WorkState, fence = 0n) {
  const { db } = test.ctx;
  const batchId = await makeBatch(db, maps, "Processing");
  const jobId = await makeJob(db, batchId, state);
  return { jobId, progress: new Progress(test.ctx, openJobSteps(db), { jobId, batchId, fence }, state) };
}

const jobOf = (id: string) => test.ctx.db.job.findUniqueOrThrow({ where: { id } });
const eventsOf = async (jobId: string) => {
  const where = { jobId, kind: "job.moved" };
  const events = await test.ctx.db.event.findMany({ where, orderBy: { id: "asc" } });
  return events.map(({ from, to }) => `${from} ${to}`);
};

describe("the moves of a running job", () => {
  it("wait for each other, and are written in order, each with its event, when one must be written", async () => {
    const { jobId, progress } = await begin("Pending");
    progress.add({ from: "Pending", to: "Estimating" });
    progress.add({ from: "Estimating", to: "Provisioning" });
    expect((await jobOf(jobId)).state).toBe("Pending");
    progress.add({ from: "Provisioning", to: "Downloading" });
    await progress.written();
    expect(await jobOf(jobId)).toMatchObject({ state: "Downloading", lastSuccessfulState: "Estimating" });
    expect(await eventsOf(jobId)).toEqual([
      "Pending Estimating",
      "Estimating Provisioning",
      "Provisioning Downloading",
    ]);
    expect(progress.moved).toMatchObject({ state: "Downloading" });
  });

  it("are written without being asked for after a moment", async () => {
    const { jobId, progress } = await begin("Pending");
    progress.add({ from: "Pending", to: "Estimating" });
    const stateNow = async () => (await jobOf(jobId)).state;
    await until(async () => (await stateNow()) === "Estimating" || "it still was Pending", 10_000);
    progress.add({ from: "Estimating", to: "Provisioning" });
    await progress.written();
    expect(await eventsOf(jobId)).toEqual(["Pending Estimating", "Estimating Provisioning"]);
  });

  it("go with what belongs to them in one transaction: all or nothing", async () => {
    const { jobId, progress } = await begin("Recording");
    const also = async (tx: Parameters<NonNullable<Parameters<Progress["add"]>[0]["also"]>>[0]) => {
      await tx.$executeRaw`UPDATE job SET title = 'recorded' WHERE id = ${jobId}`;
    };
    progress.add({ from: "Recording", to: "Notify", also });
    progress.add({ from: "Notify", to: "Completed" });
    await progress.written();
    expect(await jobOf(jobId)).toMatchObject({ state: "Completed", title: "recorded", dueAt: null });
  });

  it("stop before the one that cannot be written; those before it stand", async () => {
    const { jobId, progress } = await begin("Processing");
    const also = async () => {
      throw new Error("not today");
    };
    progress.add({ from: "Processing", to: "Recording", stored: { version: 1 } });
    progress.add({ from: "Recording", to: "Notify", also });
    progress.add({ from: "Notify", to: "Completed" });
    await expect(progress.written()).rejects.toThrow("not today");
    expect((await jobOf(jobId)).state).toBe("Recording");
    expect(progress.reached).toBe("Recording");
    // and nothing more is written
    await expect(progress.written()).rejects.toThrow("not today");
    expect(await eventsOf(jobId)).toEqual(["Processing Recording"]);
  });

  it("change nothing once the lease is lost", async () => {
    const { jobId, progress } = await begin("Pending", 7n);
    progress.add({ from: "Pending", to: "Estimating" });
    progress.add({ from: "Estimating", to: "Provisioning" });
    await expect(progress.written()).rejects.toMatchObject({ code: "stale_state" });
    expect((await jobOf(jobId)).state).toBe("Pending");
    expect(await eventsOf(jobId)).toEqual([]);
  });

  it("are none that the table does not have", async () => {
    const { jobId, progress } = await begin("Pending");
    progress.add({ from: "Pending", to: "Estimating" });
    progress.add({ from: "Estimating", to: "Completed" });
    await expect(progress.written()).rejects.toMatchObject({ code: "illegal_move" });
    expect((await jobOf(jobId)).state).toBe("Estimating");
    expect(progress.reached).toBe("Estimating");
  });

  it("are forgotten when the work ends before they are written", async () => {
    const { jobId, progress } = await begin("Pending");
    progress.add({ from: "Pending", to: "Estimating" });
    await progress.end();
    await progress.written();
    expect((await jobOf(jobId)).state).toBe("Pending");
  });
});
