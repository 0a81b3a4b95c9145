import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { reserveSpace } from "../../prisma/store/space/reserve.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { listAlarms } from "../alarm/list.ts";
import { watchSpace } from "./watch-space.ts";

let test: TestContext;
let batchId: string;
beforeAll(async () => {
  test = await testContext();
  batchId = await makeBatch(test.ctx.db, await makeCollection(test.ctx.db), "Processing");
});
afterEach(() => test.ctx.db.job.updateMany({ data: { state: "Deleted", waitCode: null } }));
afterAll(() => test.end());

const storage = { quotaBytes: 1_000, freeBytes: 10 };
const alarms = async () => {
  await watchSpace(test.ctx, storage);
  return (await listAlarms(test.ctx)).items.map(({ kind, message }) => [kind, message]);
};
/** A job that has waited for this many minutes. */
const waiting = (waitCode: string, minutes: number) =>
  makeJob(test.ctx.db, batchId, "Provisioning", {
    waitCode,
    stateAt: new Date(Date.now() - minutes * 60_000),
  });

it("is raised when work has waited for ten minutes and nothing began, and cleared once something does", async () => {
  await waiting("working_storage_full", 9);
  expect(await alarms()).toEqual([]);
  const jobId = await waiting("working_storage_full", 11);
  expect(await alarms()).toEqual([
    ["nothing_begins", expect.stringMatching(/^1 job waits for working storage/)],
  ]);
  const other = await makeJob(test.ctx.db, batchId, "Provisioning");
  await reserveSpace(test.ctx.db, [{ jobId: other, fence: 0n, needBytes: 1 }], storage);
  // this one still waits, but others begin
  expect(await alarms()).toEqual([]);
  await test.ctx.db.$executeRaw`
    UPDATE setting SET value = value || jsonb_build_object('begunAt', clock_timestamp() - interval '11 minutes')
    WHERE key = 'working-storage-gate'`;
  expect(await alarms()).toHaveLength(1);
  await test.ctx.db.job.update({ where: { id: jobId }, data: { waitCode: null } });
  expect(await alarms()).toEqual([]);
});

it("is raised for a job that can never fit, though others begin", async () => {
  const other = await makeJob(test.ctx.db, batchId, "Provisioning");
  await reserveSpace(test.ctx.db, [{ jobId: other, fence: 0n, needBytes: 1 }], storage);
  const jobId = await waiting("never_fits", 11);
  expect(await alarms()).toEqual([
    ["nothing_begins", expect.stringContaining(`Job ${jobId} needs more than the whole`)],
  ]);
});

it("tells at once of jobs that have met a full disk, until they go on", async () => {
  const jobId = await waiting("disk_full", 0);
  expect(await alarms()).toEqual([
    ["disk_full", expect.stringMatching(/^A disk is full and 1 job waits for room\./)],
  ]);
  await test.ctx.db.job.update({ where: { id: jobId }, data: { waitCode: null } });
  expect(await alarms()).toEqual([]);
});
