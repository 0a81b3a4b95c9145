import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JOB_STATES, WORK_STATES } from "../../core/job/states.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { renewLeases, takeLease } from "../../prisma/store/lease.ts";
import { claimObject } from "../../prisma/store/object/identity.ts";
import { keepStep } from "../../prisma/store/step.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { forceFail } from "./force-fail.ts";
import { resumeJob } from "./resume.ts";

const reason = "it hangs on a dead disk";

let test: TestContext;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});

afterAll(() => test.end());

const jobOf = (id: string) => test.ctx.db.job.findUniqueOrThrow({ where: { id } });

describe("force fail", () => {
  it.each(WORK_STATES)("ends a job in %s, whose worker has no say any more", async (state) => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const jobId = await makeJob(db, batchId, state, { dueAt: new Date(0), workingDirectory: "x" });
    const lease = await takeLease(db, "job", { id: jobId, owner: "w", leaseMs: 60_000 });
    const fence = lease?.fence ?? 0n;
    const view = await forceFail(test.ctx, { jobId, reason });
    expect(view).toMatchObject({
      state: "Failed",
      fault: { code: "forced", message: `Stopped by Waybill: ${reason}`, who: "operator" },
      resumeAt: ["Downloading"],
    });
    const job = await jobOf(jobId);
    expect(job).toMatchObject({ fence: fence + 1n, leaseOwner: null, dueAt: null, workingDirectory: "x" });
    expect(job.foldersUntil?.getTime()).toBeGreaterThan(Date.now() + 86_400_000);
    expect(await renewLeases(db, "job", [{ id: jobId, fence }], { leaseMs: 1000 })).toEqual({
      kept: new Set(),
      locked: [],
    });
    const move = { jobId, from: "Failed", to: "Deleted", by: "person", actor: "w", fence } as const;
    await expect(moveJob(db, move)).rejects.toMatchObject({ code: "stale_state" });
    expect(await db.event.findMany({ where: { jobId } })).toMatchObject([
      { from: state, to: "Failed", reason, code: "forced", actor: "Waybill" },
    ]);
    expect(await db.audit.findFirst({ where: { target: jobId } })).toMatchObject({
      action: "job.force-fail",
      reason,
      before: { state },
    });
    expect((await db.batch.findUniqueOrThrow({ where: { id: batchId } })).dueAt).toBeInstanceOf(Date);
    expect(await resumeJob(test.ctx, { jobId })).toMatchObject({ state: "Downloading", retryCount: 1 });
  });

  it.each(JOB_STATES.filter((state) => !(WORK_STATES as readonly string[]).includes(state)))(
    "is refused for a %s job",
    async (state) => {
      const { db } = test.ctx;
      const jobId = await makeJob(db, await makeBatch(db, maps), state);
      await expect(forceFail(test.ctx, { jobId, reason })).rejects.toMatchObject({ code: "illegal_move" });
      expect((await jobOf(jobId)).state).toBe(state);
    },
  );

  it.each([
    ["frees its object", false, null],
    ["keeps its object when a version of it is stored", true, "job"],
  ] as const)("%s", async (_, isStored, busy) => {
    const { db } = test.ctx;
    const jobId = await makeJob(db, await makeBatch(db, maps), "Processing");
    const ark = `ark:/99999/fk4${isStored}`;
    const object = {
      objectId: ark,
      ark,
      owner: "o",
      collectionId: maps.id,
      minted: false,
      storage: "filesystem",
    } as const;
    await claimObject(db, { ...object, jobId, fence: 0n });
    if (isStored) await keepStep(db, jobId, 0n, "store", { version: 1 });
    await forceFail(test.ctx, { jobId, reason });
    const { busyJobId } = await db.storedObject.findUniqueOrThrow({ where: { ark } });
    expect(busyJobId).toBe(busy && jobId);
  });
});
