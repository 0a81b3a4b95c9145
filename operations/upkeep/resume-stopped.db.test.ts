import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resumeWronglyStopped } from "../../prisma/store/batch/submission.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it("a batch that is locked keeps no other one standing still", async () => {
  const { db } = test.ctx;
  const collection = await makeCollection(db);
  const stopped = { stoppedAt: new Date(), kills: 0 };
  const locked = await makeBatch(db, collection, "Processing", stopped);
  const free = await makeBatch(db, collection, "Processing", stopped);
  const other = new pg.Client(test.ownerUrl);
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT FROM batch WHERE id = $1 FOR UPDATE", [locked]);
    expect(await resumeWronglyStopped(db, 3)).toBe(1);
    await other.query("ROLLBACK");
  } finally {
    await other.end();
  }
  expect(await db.event.findMany({ where: { kind: "batch.resumed" } })).toMatchObject([{ batchId: free }]);
  expect(await resumeWronglyStopped(db, 3)).toBe(1);
});
