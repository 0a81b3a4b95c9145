import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { wakeAfterEnd } from "../batch/wake.ts";

const LATER = new Date(Date.now() + 3_600_000);

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it("wakes the ten whose turn is first of those that wait for their object, and nobody else", async () => {
  const { db } = test.ctx;
  expect(await wakeAfterEnd(db, [])).toBe(false);
  const batchId = await makeBatch(db, await makeCollection(db));
  // the first of all by place and by turn, and none of the intended ones
  const other = await makeJob(db, batchId, "Provisioning", {
    dueAt: LATER,
    waitCode: "working_storage_full",
    turnAt: new Date(0),
  });
  const made = [];
  for (let turn = 12; turn > 0; turn -= 1) {
    const waiting = { dueAt: LATER, waitCode: "object_busy", turnAt: new Date(turn * 1_000) };
    made.push(await makeJob(db, batchId, "Provisioning", waiting));
  }
  expect(await wakeAfterEnd(db, [])).toBe(true);
  const rows = await db.job.findMany({ where: { dueAt: LATER }, select: { id: true } });
  expect(rows.map(({ id }) => id).sort()).toEqual([...made.slice(0, 2), other].sort());
});
