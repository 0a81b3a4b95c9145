import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { wakeBehind } from "./wake-behind.ts";

const LATER = new Date(Date.now() + 3_600_000);

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it("wakes the ten whose turn is first of those that wait for their object, and nobody else", async () => {
  const { db } = test.ctx;
  expect(await wakeBehind(db)).toBe(false);
  const batchId = await makeBatch(db, await makeCollection(db));
  const waiting = { dueAt: LATER, waitCode: "object_busy" } as const;
  const made = [];
  for (let place = 0; place < 12; place += 1)
    made.push(await makeJob(db, batchId, "Provisioning", { ...waiting, turnAt: new Date(place * 1_000) }));
  const other = await makeJob(db, batchId, "Provisioning", {
    dueAt: LATER,
    waitCode: "working_storage_full",
  });
  expect(await wakeBehind(db)).toBe(true);
  const rows = await db.job.findMany({ where: { dueAt: LATER }, select: { id: true } });
  expect(rows.map(({ id }) => id).sort()).toEqual([...made.slice(10), other].sort());
});
