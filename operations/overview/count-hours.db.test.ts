import { afterEach, beforeEach, expect, it } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makeObject } from "../../tests/factories/make-object.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { countHours } from "./count-hours.ts";
import { getOverview } from "./get.ts";

let test: TestContext;
let maps: MadeCollection;

beforeEach(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
});
afterEach(() => test.end());

/** The middle of the hour that began so many whole hours before the present one, by the database's clock. */
async function within(hoursAgo: number): Promise<Date> {
  const [row] = await test.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT date_trunc('hour', now(), 'UTC') - ${hoursAgo}::int * interval '1 hour' + interval '30 minutes' AS at`;
  return row?.at ?? new Date(Number.NaN);
}

async function batchAt(hoursAgo: number): Promise<string> {
  const batchId = await makeBatch(test.ctx.db, maps);
  await test.ctx.db.batch.update({ where: { id: batchId }, data: { createdAt: await within(hoursAgo) } });
  return batchId;
}

async function storedAt(batchId: string, hoursAgo: number, sizeBytes: bigint): Promise<void> {
  const { db } = test.ctx;
  const jobId = await makeJob(db, batchId, "Completed", { stateAt: await within(hoursAgo) });
  await makeObject(db, maps, { jobId, batchId });
  await db.objectVersion.update({ where: { jobId }, data: { sizeBytes } });
}

/** The last `steps` points of a range, as [accepted, completed, failed, bytes]. */
async function points(steps: number, range: "24h" | "7d" = "24h") {
  const { figures } = await getOverview(test.ctx, { range });
  return figures.points
    .slice(-steps)
    .map(({ accepted, completed, failed, bytes }) => [accepted, completed, failed, bytes]);
}

it("counts each hour since the first batch, and goes on from there", async () => {
  const { db } = test.ctx;
  const first = await batchAt(5);
  await batchAt(3);
  await batchAt(3);
  await storedAt(first, 3, 1_000n);
  await storedAt(first, 2, 20n);
  await makeJob(db, first, "Failed", { stateAt: await within(2) });
  expect(await countHours(test.ctx)).toBe(6);
  expect(await points(7)).toEqual([
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 0],
    [2, 1, 0, 1_000],
    [0, 1, 1, 20],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  // what is over for more than an hour is not counted again
  await batchAt(3);
  await batchAt(1);
  expect(await countHours(test.ctx)).toBe(2);
  expect((await points(4)).map(([accepted]) => accepted)).toEqual([2, 0, 1, 0]);
});

it("goes on where it was ended", async () => {
  const { db } = test.ctx;
  await batchAt(6);
  await countHours(test.ctx);
  await db.hourFigure.deleteMany({ where: { hour: { gt: await within(5) } } });
  await batchAt(2);
  expect(await countHours(test.ctx)).toBe(7);
  expect((await points(3)).map(([accepted]) => accepted)).toEqual([1, 0, 0]);
});

it("counts 91 days at most, and removes what is older", async () => {
  const { db } = test.ctx;
  const old = await within(24 * 200);
  await batchAt(24 * 200);
  await db.hourFigure.create({ data: { hour: old, accepted: 1, completed: 0, failed: 0, bytes: 0n } });
  // the 400 oldest of the 2,185 that 91 days and the present hour have
  expect(await countHours(test.ctx)).toBe(400);
  expect(await db.hourFigure.count()).toBe(400);
});

it("adds hours up to the steps of a range", async () => {
  await batchAt(2);
  await batchAt(4);
  await countHours(test.ctx);
  const all = await points(28, "7d");
  expect(all).toHaveLength(28);
  expect(all.reduce((sum, [accepted = 0]) => sum + accepted, 0)).toBe(2);
  expect((await points(100)).length).toBe(24);
});

it("counts nothing but the present hour where there is nothing", async () => {
  expect(await countHours(test.ctx)).toBe(1);
  expect(await points(1)).toEqual([[0, 0, 0, 0]]);
});
