import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasEnded, JOB_STATES } from "../../../core/job/states.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { wakeIfJobsEnded } from "./wake.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

describe("wakeIfJobsEnded", () => {
  it.each(JOB_STATES)("of a batch with one job Completed and one %s", async (state) => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing", {
      expandedAt: new Date(),
      dueAt: null,
    });
    await makeJob(db, batchId, "Completed");
    await makeJob(db, batchId, state);
    const isOver = hasEnded(state);
    expect(await wakeIfJobsEnded(db, batchId)).toBe(isOver);
    const { dueAt } = await db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(dueAt !== null).toBe(isOver);
  });

  it("does nothing before all jobs are made", async () => {
    const { db } = test.ctx;
    const batchId = await makeBatch(db, await makeCollection(db), "Processing", {
      expandedAt: null,
      dueAt: null,
    });
    await makeJob(db, batchId, "Completed");
    expect(await wakeIfJobsEnded(db, batchId)).toBe(false);
  });
});
