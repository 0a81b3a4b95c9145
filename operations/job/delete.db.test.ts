import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkingFiles } from "../../adapters/working/folders.ts";
import { claimObject } from "../../prisma/store/object/identity.ts";
import { keepStep } from "../../prisma/store/step.ts";
import { execute } from "../../scripts/db/database.ts";
import { anyRoot } from "../../tests/factories/any-root.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { deleteBatch } from "../batch/delete.ts";
import { sweepDeleted } from "../upkeep/sweep-deleted.ts";
import { deleteJob } from "./delete.ts";
import { deleteJobs } from "./delete-many.ts";
import { resumeJob } from "./resume.ts";

const MANY = 10_000;
const reason = "deposited by mistake";

let test: TestContext;
let maps: MadeCollection;
let folder: string;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-delete-"));
});

afterAll(async () => {
  await test.end();
  await rm(folder, { recursive: true, force: true });
});

const jobOf = (id: string) => test.ctx.db.job.findUniqueOrThrow({ where: { id } });
const batchOf = (id: string) => test.ctx.db.batch.findUniqueOrThrow({ where: { id } });

/** Claims the object of an ARK for a job, as Processing does. */
function claim(jobId: string, ark: string) {
  const { id: collectionId } = maps;
  const object = { objectId: `object-of-${jobId}`, ark, owner: "o", collectionId };
  return claimObject(test.ctx.db, { ...object, jobId, fence: 0n, minted: false, storage: "filesystem" });
}

describe("deleting a job", () => {
  it("keeps its row and events, frees its object, and leaves its folder to the sweep", async () => {
    const { db } = test.ctx;
    const working = openWorkingFiles(folder, anyRoot);
    const jobId = await makeJob(db, await makeBatch(db, maps), "Failed");
    await working.prepare(jobId);
    const workingDirectory = working.folderOf(jobId);
    await db.job.update({ where: { id: jobId }, data: { workingDirectory, spaceReserved: 7n } });
    await claim(jobId, "ark:/99999/fk4deleted");

    const view = await deleteJob(test.ctx, { jobId, reason });
    expect(view).toMatchObject({ state: "Deleted", resumeAt: [], may: { delete: false, forceFail: false } });
    expect(
      await db.storedObject.findUniqueOrThrow({ where: { ark: "ark:/99999/fk4deleted" } }),
    ).toMatchObject({
      busyJobId: null,
    });
    expect(await db.event.findMany({ where: { jobId } })).toMatchObject([
      { kind: "job.moved", from: "Failed", to: "Deleted", reason },
    ]);
    expect(await db.audit.findFirst({ where: { action: "job.delete" } })).toMatchObject({
      reason,
      before: { Failed: 1 },
      after: { jobs: 1 },
    });
    // its space counts until the folder is gone
    expect(await jobOf(jobId)).toMatchObject({ workingDirectory, spaceReserved: 7n });
    expect(await sweepDeleted(test.ctx, working)).toBe(1);
    expect(await jobOf(jobId)).toMatchObject({
      workingDirectory: null,
      spaceReserved: 0n,
      foldersUntil: null,
    });
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
    expect(await sweepDeleted(test.ctx, working)).toBe(0);
  });

  it("takes Held ones too, and wakes the batch once all its jobs have ended", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const [held, failed] = [await makeJob(db, batchId, "Held"), await makeJob(db, batchId, "Failed")];
    await makeJob(db, batchId, "Completed");
    expect(await deleteJobs(test.ctx, { jobs: [failed], reason })).toMatchObject({ deleted: 1 });
    expect((await batchOf(batchId)).dueAt).toBeNull();
    const byFilter = { filter: { state: "Held", batch: batchId }, reason } as const;
    expect(await deleteJobs(test.ctx, byFilter)).toMatchObject({ deleted: 1, refused: [] });
    expect((await jobOf(held)).state).toBe("Deleted");
    expect((await batchOf(batchId)).dueAt).toBeInstanceOf(Date);
  });

  it("of a job that had stored a version lets the next one become the version after it", async () => {
    const { db } = test.ctx;
    const ark = "ark:/99999/fk4stored";
    const batchId = await makeBatch(db, maps, "Failed");
    const first = await makeJob(db, batchId, "Failed", { lastSuccessfulState: "Processing" });
    expect(await claim(first, ark)).toMatchObject({ busyWith: first, version: 0 });
    await keepStep(db, first, 0n, "store", { version: 1 });
    await deleteJob(test.ctx, { jobId: first, reason });
    const next = await makeJob(db, batchId, "Processing");
    expect(await claim(next, ark)).toMatchObject({ busyWith: next, version: 1 });
  });

  it("is refused with the reason: what runs, what is done, while the batch is reported, and to depositors", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps);
    const running = await makeJob(db, batchId, "Notify");
    const done = await makeJob(db, batchId, "Completed");
    const reporting = await makeBatch(db, maps, "UpdateReporting");
    const told = await makeJob(db, reporting, "Failed");
    const answer = await deleteJobs(test.ctx, { jobs: [running, done, told], reason });
    expect(answer.deleted).toBe(0);
    expect(Object.fromEntries(answer.refused.map(({ jobId, code }) => [jobId, code]))).toEqual({
      [running]: "illegal_move",
      [done]: "illegal_move",
      [told]: "stale_state",
    });
    await expect(deleteJob(test.ctx, { jobId: running, reason })).rejects.toMatchObject({
      code: "illegal_move",
    });
    const ada = test.as(await makePerson(db, "depositor", [maps]));
    await expect(deleteJob(ada, { jobId: told, reason })).rejects.toMatchObject({ code: "not_allowed" });
    await expect(deleteJobs(ada, { jobs: [told], reason })).rejects.toMatchObject({ code: "not_allowed" });
  });

  it(`is one act for ${MANY} jobs`, async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed");
    await execute(
      test.url,
      `INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, error_code)
        SELECT 'jid-' || gen_random_uuid(), '${batchId}', n, 'Failed', 'file', 'map.tif', 97, 'Ada', 'source_not_found'
        FROM generate_series(1, ${MANY}) AS n`,
    );
    const jobs = (await db.job.findMany({ where: { batchId }, select: { id: true } })).map(({ id }) => id);
    const begun = performance.now();
    expect(await deleteJobs(test.ctx, { jobs, reason })).toEqual({ deleted: MANY, refused: [], more: false });
    console.info(`${MANY} jobs deleted by one request in ${Math.round(performance.now() - begun)} ms`);
    expect(await db.event.count({ where: { batchId, to: "Deleted" } })).toBe(MANY);
    expect((await batchOf(batchId)).dueAt).toBeInstanceOf(Date);
  });
});

describe("deleting a batch", () => {
  it("deletes its Failed and Held jobs, leaves Completed ones, and counts as skipped in its lane", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed", { payloadPath: "batches/x/payload" });
    const failed = await makeJob(db, batchId, "Failed");
    const held = await makeJob(db, batchId, "Held");
    const done = await makeJob(db, batchId, "Completed");
    const view = await deleteBatch(test.ctx, { batchId, reason });
    expect(view).toMatchObject({ state: "Deleted", submissionStatus: "Skipped", may: { delete: false } });
    expect((await jobOf(failed)).state).toBe("Deleted");
    expect((await jobOf(held)).state).toBe("Deleted");
    expect((await jobOf(done)).state).toBe("Completed");
    expect((await db.lane.findUniqueOrThrow({ where: { id: maps.laneId } })).dueAt).toBeInstanceOf(Date);
    expect(await db.audit.findFirst({ where: { target: batchId } })).toMatchObject({
      action: "batch.delete",
      reason,
      before: { state: "Failed" },
      after: { state: "Deleted", jobs: 2 },
    });
    await sweepDeleted(test.ctx, openWorkingFiles(folder, anyRoot));
    expect((await batchOf(batchId)).payloadPath).toBeNull();
  });

  it("takes a Held one, which has no jobs yet", async () => {
    const batchId = await makeBatch(test.ctx.db, maps, "Held");
    expect(await deleteBatch(test.ctx, { batchId, reason })).toMatchObject({
      state: "Deleted",
      submissionStatus: "Skipped",
    });
  });

  it("is refused while a job is open, and in any other state", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, maps, "Failed");
    const jobId = await makeJob(db, batchId, "Failed");
    await resumeJob(test.ctx, { jobId });
    await expect(deleteBatch(test.ctx, { batchId, reason })).rejects.toMatchObject({
      code: "illegal_move",
      message: expect.stringContaining("1 of its jobs"),
    });
    const processing = await makeBatch(db, maps);
    await expect(deleteBatch(test.ctx, { batchId: processing, reason })).rejects.toMatchObject({
      code: "illegal_move",
    });
    expect(await db.audit.count({ where: { target: { in: [batchId, processing] } } })).toBe(0);
  });
});
