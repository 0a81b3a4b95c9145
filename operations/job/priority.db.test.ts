import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TURN } from "../../core/job/turn.ts";
import { takeNextLease } from "../../prisma/store/lease.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { setBatchPriority } from "../batch/set-priority.ts";
import { setJobPriority } from "./set-priority.ts";

const reason = "the exhibition opens tomorrow";
const turnAt = new Date("2026-11-28T10:00:00Z");

let test: TestContext;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});

afterAll(() => test.end());

const jobOf = (id: string) => test.ctx.db.job.findUniqueOrThrow({ where: { id } });

describe("the priority of a job", () => {
  it.each([
    [5, 5, -450_000],
    [99, 99, 490_000],
    [-20, 0, -500_000],
    [1000, 99, 490_000],
  ])("of 50 becomes %i, clamped to %i, and its turn moves by %i ms", async (wish, priority, shiftMs) => {
    const { db } = test.ctx;
    const jobId = await makeJob(db, await makeBatch(db, maps), "Pending", { turnAt });
    expect(await setJobPriority(test.ctx, { jobId, priority: wish, reason })).toMatchObject({ priority });
    expect((await jobOf(jobId)).turnAt.getTime() - turnAt.getTime()).toBe(shiftMs);
    expect(await db.event.findMany({ where: { jobId } })).toMatchObject([
      {
        kind: "job.priority",
        reason: `Priority ${priority} instead of 50: ${reason}`,
        details: { before: 50, after: priority },
      },
    ]);
    expect(await db.audit.findFirst({ where: { target: jobId } })).toMatchObject({
      action: "job.priority",
      before: { priority: 50 },
      after: { priority },
      reason,
    });
  });

  it("that is given before the others is taken next", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const due = { dueAt: new Date(0), turnAt };
    await makeJob(db, batchId, "Pending", due);
    const urgent = await makeJob(db, batchId, "Pending", {
      ...due,
      turnAt: new Date(turnAt.getTime() + TURN.pointMs),
    });
    await setJobPriority(test.ctx, { jobId: urgent, priority: 48, reason });
    expect(await takeNextLease(db, "job", { owner: "w", leaseMs: 60_000 })).toMatchObject({ id: urgent });
  });

  it("is not changed to what it is, nor when the job has ended", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const jobId = await makeJob(db, batchId, "Downloading");
    const same = setJobPriority(test.ctx, { jobId, priority: 50, reason });
    await expect(same).rejects.toMatchObject({ code: "nothing_changed" });
    for (const state of ["Completed", "Failed", "Deleted"] as const) {
      const ended = setJobPriority(test.ctx, {
        jobId: await makeJob(db, batchId, state),
        priority: 1,
        reason,
      });
      await expect(ended).rejects.toMatchObject({ code: "illegal_move" });
    }
  });
});

describe("the priority of a batch", () => {
  it("is that of all its jobs that have not ended, in one act", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const waiting = await makeJob(db, batchId, "Pending", { turnAt });
    const other = await makeJob(db, batchId, "Held", { priority: 20 });
    const done = await makeJob(db, batchId, "Completed");
    const same = await makeJob(db, batchId, "Downloading", { priority: 7 });
    const view = await setBatchPriority(test.ctx, { batchId, priority: 7, reason });
    expect(view.may.setPriority).toBe(true);
    const priorities = await Promise.all([waiting, other, same, done].map(jobOf));
    expect(priorities.map(({ priority }) => priority)).toEqual([7, 7, 7, 50]);
    expect(priorities[0]?.turnAt.getTime()).toBe(turnAt.getTime() - 430_000);
    expect(await db.event.count({ where: { batchId, kind: "job.priority" } })).toBe(2);
    expect(await db.audit.findFirst({ where: { target: batchId } })).toMatchObject({
      action: "batch.priority",
      before: { jobsByPriority: { "50": 1, "20": 1 } },
      after: { priority: 7, jobs: 2 },
    });
    await expect(setBatchPriority(test.ctx, { batchId, priority: 7, reason })).rejects.toMatchObject({
      code: "nothing_changed",
    });
  });
});
