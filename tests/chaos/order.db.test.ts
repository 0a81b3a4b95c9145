import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { defineTask } from "../../core/task/define-task.ts";
import { registerTasks } from "../../operations/task/register.ts";
import { startTask } from "../../operations/task/start.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../factories/make-collection.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";
import { orderNow } from "../sequencer/order-now.ts";
import { judgeOrder } from "./order.ts";

let test: TestContext;
let maps: MadeCollection;
let first: string;

beforeEach(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
  first = await makeBatch(test.ctx.db, maps, "Held");
  await makeBatch(test.ctx.db, maps);
  await orderNow(test.ctx);
  await test.ctx.db.$transaction((tx) =>
    moveBatch(tx, {
      batchId: first,
      from: "Held",
      to: "Deleted",
      by: "person",
      actor: "Olga",
      reason: "gone",
    }),
  );
  await orderNow(test.ctx);
});
afterEach(() => test.end());

/** Changes rows that the database lets nobody change, as a fault of it might. */
async function force(sql: string): Promise<void> {
  const owner = new pg.Client(test.ownerUrl);
  await owner.connect();
  try {
    await owner.query(`SET session_replication_role = replica; ${sql}`);
  } finally {
    await owner.end();
  }
}

/** What is found, by name. */
async function foundNames(): Promise<readonly string[]> {
  const { found } = await judgeOrder(test.ctx);
  return Object.entries(found).flatMap(([name, list]) => (list.length > 0 ? [name] : []));
}

it("finds nothing wrong in what is in order", async () => {
  expect(await judgeOrder(test.ctx)).toMatchObject({ items: 3, ends: 1, epochs: 2 });
  expect(await foundNames()).toEqual([]);
});

it.each([
  ["an item is missing", "DELETE FROM sequenced WHERE position = 2", ["chain", "positions", "untold"]],
  ["an end is missing", "DELETE FROM sequenced WHERE position = 3", ["chain", "untold"]],
  [
    "two have changed places",
    "UPDATE sequenced SET position = -position WHERE position < 3; UPDATE sequenced SET position = position + 3 WHERE position < 0",
    ["chain", "disagreeing"],
  ],
  ["an end never happened", "DELETE FROM event WHERE \"to\" = 'Deleted'", ["toldTwice"]],
  ["an epoch was changed", "UPDATE sequencer_epoch SET writer = 'x' WHERE first = 1", ["chain"]],
])("finds that %s", async (_, sql, names) => {
  await force(sql);
  expect(await foundNames()).toEqual(names);
});

it("a task is expected once it is there, and not twice or from nowhere", async () => {
  await registerTasks(test.ctx, [
    defineTask({ name: "count", input: z.object({}), run: () => Promise.resolve(null) }),
  ]);
  const { id } = await startTask(test.ctx, { name: "count", input: {}, idempotencyKey: null });
  await orderNow(test.ctx);
  expect(await judgeOrder(test.ctx)).toMatchObject({ items: 4, ends: 1 });
  expect(await foundNames()).toEqual([]);
  await force(`UPDATE sequenced SET item_id = 'another' WHERE item_id = '${id}'`);
  const { found } = await judgeOrder(test.ctx);
  expect([found.untold, found.toldTwice]).toEqual([[`task ${id}`], ["task another"]]);
});
