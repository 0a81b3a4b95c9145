import { afterAll, beforeAll, expect, it } from "vitest";
import { JOB_STATES } from "../../core/job/states.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { sweepSealed } from "./sweep-sealed.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const FILES = 6_000;
const clear = "https://***@files.example.org/a";

it("credentials go when a job is Completed or Deleted, and stay while it may be run", async () => {
  const { db } = test.ctx;
  const batchId = await makeBatch(db, await makeCollection(db));
  for (const state of JOB_STATES) {
    const jobId = await makeJob(db, batchId, state, { payloadUrl: clear, payloadSealed: "v1.x" });
    // more than one sweep removes at a time
    const files = Array.from({ length: state === "Completed" ? FILES : 2 }, (_, at) => ({
      jobId,
      ordinal: at + 101,
      name: `${at}`,
      url: clear,
      urlSealed: "v1.x",
    }));
    await db.jobFile.createMany({ data: files });
  }
  expect(await sweepSealed(test.ctx)).toBe(2 + FILES + 2);
  const jobs = await db.job.findMany({ include: { files: { where: { ordinal: { gt: 100 } } } } });
  for (const { state, payloadUrl, payloadSealed, files } of jobs) {
    const kept = state === "Completed" || state === "Deleted" ? null : "v1.x";
    expect([state, payloadUrl, payloadSealed]).toEqual([state, clear, kept]);
    expect([...new Set(files.map(({ url, urlSealed }) => `${url} ${urlSealed}`))]).toEqual([
      `${clear} ${kept}`,
    ]);
  }
  expect(await sweepSealed(test.ctx)).toBe(0);
});
