import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import type { Reach } from "../within.ts";
import { listJobRows } from "./list.ts";
import { JOB_ORDERS } from "./order.ts";

const MINUTE = 60_000;

let test: TestContext;
let collections: readonly MadeCollection[];
/** Jobs with their collection's place, newest batch first. */
let made: readonly { readonly id: string; readonly of: number }[];

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  collections = [await makeCollection(db), await makeCollection(db), await makeCollection(db)];
  const all: { id: string; of: number }[] = [];
  for (let batch = 0; batch < 9; batch += 1) {
    const of = batch % 3;
    const collection = collections[of];
    if (!collection) throw new Error("no such collection");
    const createdAt = new Date(Date.UTC(2026, 0, 1) - batch * MINUTE);
    const batchId = await makeBatch(db, collection, "Processing", { createdAt });
    // every third batch has no job
    for (let job = 0; job < (batch + of) % 4; job += 1)
      all.push({ id: await makeJob(db, batchId, "Pending", { title: `leaf ${job}` }), of });
  }
  made = all;
});
afterAll(() => test.end());

/** All pages, one after the other. */
async function pages(reach: Reach, limit: number, q?: string): Promise<string[]> {
  const order = JOB_ORDERS.byBatch;
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const rows = await listJobRows(test.ctx.db, { reach, order, limit, cursor, q });
    const [shown, more] = [rows.slice(0, limit), rows.length > limit];
    ids.push(...shown.map(({ id }) => id));
    const last = shown.at(-1);
    if (!more || !last) return ids;
    cursor = order.cursorOf(last);
  }
}

const reachOf = (places: readonly number[]) => places.flatMap((place) => collections[place]?.id ?? []);
const madeIn = (places: readonly number[]) =>
  made.filter(({ of }) => places.includes(of)).map(({ id }) => id);

describe("jobs by batch", () => {
  it.each([1, 2, 3, 50])("are on pages of %i by batch and place, each once", async (limit) => {
    expect(await pages("all", limit)).toEqual(made.map(({ id }) => id));
    for (const places of [[0], [1], [2], [0, 1], [0, 2], [0, 1, 2]])
      expect(await pages(reachOf(places), limit)).toEqual(madeIn(places));
  });

  it("of no collection are none", async () => {
    expect(await pages([], 5)).toEqual([]);
    expect(await pages(["nosuch"], 5)).toEqual([]);
  });

  it("that have a frequent text are found in the same order as rare ones", async () => {
    expect(await pages("all", 4, "leaf")).toEqual(made.map(({ id }) => id));
    const batchId = await makeBatch(test.ctx.db, await makeCollection(test.ctx.db), "Processing", {
      createdAt: new Date(0),
    });
    await test.ctx.db.$executeRaw`
      INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter)
      SELECT 'jid-' || gen_random_uuid(), ${batchId}, n, 'file', 'leaf', 50, 'x' FROM generate_series(1, 5000) AS n`;
    const order = JOB_ORDERS.byBatch;
    const found = await listJobRows(test.ctx.db, { reach: "all", order, limit: made.length - 1, q: "leaf" });
    expect(found.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it("make their batch one that has jobs, which it is not before", async () => {
    const { db } = test.ctx;
    const id = await makeBatch(db, await makeCollection(db));
    expect(await db.batch.findUnique({ where: { id } })).toMatchObject({ hasJobs: false });
    await makeJob(db, id);
    expect(await db.batch.findUnique({ where: { id } })).toMatchObject({ hasJobs: true });
  });
});
