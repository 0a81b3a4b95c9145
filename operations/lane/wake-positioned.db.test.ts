import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadTurn, wakeForgottenLanes } from "../../prisma/store/lane/turn.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { wakePositioned } from "./wake-positioned.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

/** A lane that begins a batch only once it has its position, and is due for nothing. */
async function makePositioned() {
  const { db } = test.ctx;
  const collection = await makeCollection(db);
  const { laneId } = collection;
  const batchId = await makeBatch(db, collection);
  await db.lane.update({
    where: { id: laneId },
    data: { settings: { startsWhen: "positioned" }, dueAt: null },
  });
  return { laneId, batchId };
}

const dueAt = async (laneId: string) =>
  (await test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } })).dueAt;

it("a lane begins its batch once that has its position, and is looked at then", async () => {
  const { laneId, batchId } = await makePositioned();
  expect((await loadTurn(test.ctx.db, laneId))?.queued).toEqual([]);
  await orderNow(test.ctx);
  expect((await loadTurn(test.ctx.db, laneId))?.queued).toEqual([{ batchId, how: "new" }]);
  expect(await dueAt(laneId)).toBeNull();
  expect(await wakePositioned(test.ctx, [laneId])).toEqual([]);
  expect(await dueAt(laneId)).not.toBeNull();
});

it("a lane that somebody has locked is not waited for, and the others are woken", async () => {
  const [one, other] = [await makePositioned(), await makePositioned()];
  const holder = new pg.Client(test.url);
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM lane WHERE id = $1 FOR UPDATE", [one.laneId]);
    expect(await wakePositioned(test.ctx, [one.laneId, other.laneId, "gone"])).toEqual([one.laneId]);
    expect(await dueAt(other.laneId)).not.toBeNull();
    await holder.query("COMMIT");
    expect(await wakePositioned(test.ctx, [one.laneId])).toEqual([]);
    expect(await dueAt(one.laneId)).not.toBeNull();
  } finally {
    await holder.end();
  }
});

it("the sweep finds a lane whose waking was lost, also one that is due later for a batch in flight", async () => {
  const { db } = test.ctx;
  const collection = await makeCollection(db);
  const { laneId: id } = collection;
  await makeBatch(db, collection, "Processing");
  await makeBatch(db, collection);
  const later = new Date(Date.now() + 3_600_000);
  const settings = { startsWhen: "positioned" };
  await db.lane.update({ where: { id }, data: { ordering: "unordered", width: 3, settings, dueAt: later } });
  await wakeForgottenLanes(db);
  // nothing has its position yet
  expect(await dueAt(id)).toEqual(later);
  await orderNow(test.ctx);
  expect(await wakeForgottenLanes(db)).toBe(1);
  expect((await dueAt(id))?.getTime()).toBeLessThan(later.getTime());
  // one that begins a batch as soon as it is accepted is woken by that
  await db.lane.update({ where: { id }, data: { settings: {}, dueAt: later } });
  await wakeForgottenLanes(db);
  expect(await dueAt(id)).toEqual(later);
});
