import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { receiverOf } from "../../../core/callback/address.ts";
import { CallbackPayload } from "../../../core/contracts/callback.ts";
import { callbackScene, endJob } from "../../../tests/factories/callback-scene.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { insertFailedJob } from "../batch/expand.ts";
import { moveJob } from "../job/move.ts";

const SETTINGS = { callbackUrl: "https://ada:s3cr3t@hooks.example.org:8443/x" };

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const callbacksOf = (jobId: string) =>
  test.ctx.db.outbox.findMany({ where: { kind: "callback", jobId }, orderBy: { dedupKey: "asc" } });
const by = { by: "worker", actor: "Waybill" } as const;

async function inTransaction(jobId: string, then: () => void): Promise<void> {
  await test.ctx.db.transact(async (tx) => {
    await moveJob(tx, { jobId, from: "Notify", to: "Completed", ...by });
    then();
  });
}

describe("a job that ends", () => {
  it("leaves its callback, with what was true then and no address", async () => {
    const { db } = test.ctx;
    const { id, jobId, batchId } = await callbackScene(db, {
      settings: SETTINGS,
      job: {
        title: 'A "map" 地',
        creator: "Ada",
        date: "1850",
        localIds: ["m-1", "m-2"],
        ark: "ark:/99999/fk4a",
      },
    });
    const [row, ...more] = await callbacksOf(jobId);
    const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    const batch = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(more).toEqual([]);
    expect(row).toMatchObject({ id, dedupKey: `job:${jobId}:1`, batchId, status: "Waiting", attempts: 0 });
    expect(row?.dueAt).not.toBeNull();
    expect(CallbackPayload.parse(row?.payload)).toEqual({
      jobId,
      batchId,
      status: "COMPLETED",
      message: null,
      ark: "ark:/99999/fk4a",
      localIds: ["m-1", "m-2"],
      filename: job.filename,
      title: 'A "map" 地',
      creator: "Ada",
      date: "1850",
      submittedAt: batch.createdAt.toISOString(),
      endedAt: job.endedAt?.toISOString(),
      receiver: "hooks.example.org:8443",
      address: "pinned",
      tries: 0,
      firstTryAt: null,
    });
    expect(JSON.stringify(row?.payload)).not.toContain("s3cr3t");
  });

  it("by failing leaves one too, and one for each time it ends", async () => {
    const { db } = test.ctx;
    const { jobId } = await callbackScene(db, { settings: SETTINGS, ends: "Failed" });
    const again = { jobId, from: "Failed", to: "Notify", by: "person", actor: "Ada", requeue: true } as const;
    for (const to of ["Failed", "Completed"] as const) {
      await db.job.update({ where: { id: jobId }, data: { lastSuccessfulState: "Recording" } });
      await moveJob(db, again);
      await endJob(db, jobId, to);
    }
    const told = (await callbacksOf(jobId)).map(({ dedupKey, payload }) => {
      const { status, message } = CallbackPayload.parse(payload);
      return [dedupKey, status, message];
    });
    expect(told).toEqual([
      [`job:${jobId}:1`, "FAILED", "The disk is full."],
      [`job:${jobId}:2`, "FAILED", "The disk is full."],
      [`job:${jobId}:3`, "COMPLETED", null],
    ]);
  });

  it("at its birth leaves one", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, await makeCollection(db, { settings: SETTINGS }));
    const job = {
      id: `jid-${randomUUID()}`,
      ordinal: 1,
      payload: "file",
      payloadUrl: null,
      payloadSealed: null,
      payloadSize: null,
      digestType: null,
      digestValue: null,
      mediaType: null,
      filename: "a.tif",
      priority: 50,
      localIds: [],
      suppliedArk: null,
      creator: null,
      title: null,
      date: null,
      warnings: [],
      line: null,
    } as const;
    const fault = { code: "digest_mismatch", message: "The digest differs." };
    const batch = { batchId, fence: 0n, submitter: "Ada", update: false };
    await insertFailedJob(db, batch, job, fault);
    await insertFailedJob(db, batch, job, fault);
    expect((await callbacksOf(job.id)).map(({ payload }) => CallbackPayload.parse(payload).message)).toEqual([
      "The digest differs.",
    ]);
  });

  it("in a transaction that is rolled back leaves none", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, await makeCollection(db, { settings: SETTINGS }));
    const jobId = await makeJob(db, batchId, "Notify");
    const stop = () => {
      throw new Error("rolled back");
    };
    await expect(inTransaction(jobId, stop)).rejects.toThrow("rolled back");
    expect(await callbacksOf(jobId)).toEqual([]);
    await inTransaction(jobId, () => undefined);
    expect(await callbacksOf(jobId)).toHaveLength(1);
  });

  it("leaves none without an address, when it goes on, or when it is deleted", async () => {
    const { db } = test.ctx;
    const silent = await makeBatch(db, await makeCollection(db));
    const silentJob = await makeJob(db, silent, "Notify");
    await endJob(db, silentJob, "Completed");
    const batchId = await makeBatch(db, await makeCollection(db, { settings: SETTINGS }));
    const going = await makeJob(db, batchId, "Recording");
    await moveJob(db, { jobId: going, from: "Recording", to: "Notify", ...by });
    const deleted = await makeJob(db, batchId, "Failed");
    await moveJob(db, { jobId: deleted, from: "Failed", to: "Deleted", by: "person", actor: "Ada" });
    for (const jobId of [silentJob, going, deleted]) expect(await callbacksOf(jobId)).toEqual([]);
  });

  it.each([
    "https://hooks.example.org",
    "http://Hooks.example.org:8080/a@b?c=d@e",
    "https://ada:p%40w@hooks.example.org/x/",
    "http://[::1]:9000/x",
    "http://127.0.0.1:4321",
  ])("names the receiver of %s as the worker does", async (callbackUrl) => {
    const { id } = await callbackScene(test.ctx.db, { settings: { callbackUrl } });
    const { payload } = await test.ctx.db.outbox.findUniqueOrThrow({ where: { id } });
    expect(CallbackPayload.parse(payload).receiver).toBe(receiverOf(callbackUrl));
  });
});
