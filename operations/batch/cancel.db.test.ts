import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { cancelBatch } from "./cancel.ts";

let test: TestContext;
let collection: MadeCollection;
beforeAll(async () => {
  test = await testContext();
  collection = await makeCollection(test.ctx.db);
});
afterAll(() => test.end());

async function depositor() {
  const actor = await makePerson(test.ctx.db, "depositor", [collection]);
  return { actor, ctx: { ...test.ctx, actor } };
}

it("cancels a deposit that waits: it is skipped in its lane, and the audit says who did it", async () => {
  const { db } = test.ctx;
  const { actor, ctx } = await depositor();
  const id = await makeBatch(db, collection, "Pending", { submitterId: actor.id });
  const { touched } = await db.lane.findUniqueOrThrow({ where: { id: collection.laneId } });
  expect(await cancelBatch(ctx, { batchId: id })).toMatchObject({ state: "Deleted", may: { cancel: false } });
  expect(await db.batch.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "Deleted",
    submissionStatus: "Skipped",
    submitted: false,
    endedAt: expect.any(Date),
  });
  expect(await db.lane.findUniqueOrThrow({ where: { id: collection.laneId } })).toMatchObject({
    touched: touched + 1n,
    dueAt: expect.any(Date),
  });
  expect(
    await db.event.findMany({ where: { batchId: id }, select: { from: true, to: true, actor: true } }),
  ).toEqual([{ from: "Pending", to: "Deleted", actor: actor.name }]);
  expect(await db.audit.findFirstOrThrow({ where: { target: id } })).toMatchObject({
    action: "batch.cancel",
    before: { state: "Pending" },
    after: { state: "Deleted" },
  });
});

it.each([
  ["somebody else's", "Pending", false, "not_allowed"],
  ["one whose turn has come", "Processing", true, "illegal_move"],
  ["one that is held", "Held", true, "illegal_move"],
] as const)("does not cancel %s", async (_, state, isOwn, code) => {
  const { actor, ctx } = await depositor();
  const id = await makeBatch(test.ctx.db, collection, state, isOwn ? { submitterId: actor.id } : {});
  await expect(cancelBatch(ctx, { batchId: id })).rejects.toMatchObject({ code });
  expect(await test.ctx.db.batch.findUniqueOrThrow({ where: { id } })).toMatchObject({ state });
});

it("is done once, and answered alike to whoever repeats it", async () => {
  const { actor, ctx } = await depositor();
  const id = await makeBatch(test.ctx.db, collection, "Pending", { submitterId: actor.id });
  const answers = await Promise.allSettled([
    cancelBatch(ctx, { batchId: id }),
    cancelBatch(ctx, { batchId: id }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await cancelBatch(ctx, { batchId: id })).toMatchObject({ state: "Deleted" });
  expect(await test.ctx.db.audit.count({ where: { target: id } })).toBe(1);
});
