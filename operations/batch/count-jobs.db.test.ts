import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { countJobs } from "./count-jobs.ts";

const PAUSE_MS = 200;

let test: TestContext;
let large: string;
let small: string;
beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  const collection = await makeCollection(db);
  [large, small] = [await makeBatch(db, collection), await makeBatch(db, collection)];
  for (const [id, jobs] of [[large, 6_000] as const, [small, 2] as const])
    await db.$executeRaw`
      INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter)
      SELECT ${id} || n, ${id}, n, 'file', 'a', 50, 'x' FROM generate_series(1, ${jobs}::int) AS n`;
});
afterAll(() => test.end());

const count = () => countJobs(test.ctx.db, [large, small, "nosuch"], () => PAUSE_MS);
const endOne = (ordinal: number) =>
  test.ctx.db.job.updateMany({ where: { batchId: large, ordinal }, data: { state: "Completed" } });

it("a large batch is counted for all who ask within the pause, once it is over", async () => {
  expect(await count()).toEqual(
    new Map([
      [large, { Pending: 6_000 }],
      [small, { Pending: 2 }],
    ]),
  );
  const begun = performance.now();
  for (let ordinal = 1; ordinal <= 5; ordinal += 1) await endOne(ordinal);
  const answers = await Promise.all(Array.from({ length: 5 }, count));
  const counts = answers.map((answer) => answer.get(large));
  expect(new Set(counts).size).toBe(1);
  expect(counts[0]).toEqual({ Pending: 5_995, Completed: 5 });
  expect(performance.now() - begun).toBeGreaterThan(PAUSE_MS / 2);
});

it("nobody is given a count from before the question, however often and when it is asked", async () => {
  for (let ordinal = 6; ordinal <= 30; ordinal += 1) {
    await endOne(ordinal);
    void count();
    await endOne(ordinal + 100);
    const seen = (await countJobs(test.ctx.db, [large], () => 20)).get(large);
    expect(seen?.Completed).toBe(5 + 2 * (ordinal - 5));
  }
});
