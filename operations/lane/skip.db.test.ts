import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { makeLaneScene, makeStanding, type Standing } from "../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { performOnLane } from "./perform.ts";

let test: TestContext;
let operator: Actor;
let ctx: Context;

beforeAll(async () => {
  test = await testContext();
  operator = await makePerson(test.ctx.db, "operator");
  ctx = test.as(operator);
});

afterAll(() => test.end());

const reason = "the ledger's owner was asked";
const code = (expected: ErrorCode) => expect.objectContaining({ code: expected });
const batchRow = (id: string) => test.ctx.db.batch.findUniqueOrThrow({ where: { id } });

describe("skipping a batch", () => {
  it.each<[Standing, string[]]>([
    ["untouched", ["Pending>Processing", "Processing>Reporting"]],
    ["refusedByLane", ["Processing>Reporting"]],
    ["pending", ["Processing>Reporting"]],
    ["valid", ["Processing>Reporting"]],
    ["betweenTries", ["Processing>Reporting"]],
    ["unknown", ["Processing>Reporting"]],
    ["unresolved", ["Processing>Reporting"]],
    ["delayed", ["Processing>Reporting"]],
    ["held", ["Held>Processing", "Processing>Reporting"]],
  ])("that is %s ends it as Skipped", async (standing, moves) => {
    const scene = await makeStanding(test.ctx.db, standing);
    const { submitted } = await batchRow(scene.batchId);
    const lane = await performOnLane(ctx, scene.serviceId, {
      action: "skip",
      reason,
      batchId: scene.batchId,
    });
    expect(lane).toMatchObject({
      open: 0,
      depth: 0,
      head: null,
      done: [{ id: scene.batchId, status: "Skipped" }],
    });
    const message = `Skipped by ${operator.name}: ${reason}`;
    expect(await batchRow(scene.batchId)).toMatchObject({
      state: "Reporting",
      submitted,
      submissionStatus: "Skipped",
      unresolved: false,
      errorCode: "skipped",
      errorMessage: message,
      waitReason: null,
      dueAt: expect.any(Date),
    });
    const moved = await test.ctx.db.event.findMany({
      where: { batchId: scene.batchId, kind: "batch.moved" },
      orderBy: { id: "asc" },
    });
    expect(moved.map(({ from, to }) => `${from}>${to}`)).toEqual(moves);
    const again = { action: "skip", reason, batchId: scene.batchId } as const;
    await expect(performOnLane(ctx, scene.serviceId, again)).rejects.toEqual(code("batch_final"));
    expect(await test.ctx.db.audit.findMany({ where: { target: scene.serviceId } })).toMatchObject([
      { action: "lane.skip", reason, after: { batch: scene.batchId, status: "Skipped" } },
    ]);
  });

  it("in the middle of the line leaves the others where they are", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    const [first, second, third] = [
      await scene.add("Pending"),
      await scene.add("Pending"),
      await scene.add("Pending"),
    ];
    const lane = await performOnLane(ctx, scene.serviceId, { action: "skip", reason, batchId: second });
    expect(lane.waiting.map(({ id }) => id)).toEqual([first, third]);
  });

  it("takes a repository's batch out before its jobs are made, and not while they run", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const serviceId = `lane-${collection.slug}`;
    const running = await makeBatch(db, collection, "Processing", {
      submitted: true,
      submissionStatus: "Pending",
    });
    const waiting = await makeBatch(db, collection, "Pending");
    const refused = performOnLane(ctx, serviceId, { action: "skip", reason, batchId: running });
    await expect(refused).rejects.toEqual(code("batch_under_way"));
    await performOnLane(ctx, serviceId, { action: "skip", reason, batchId: waiting });
    expect(await batchRow(waiting)).toMatchObject({ state: "Reporting", submissionStatus: "Skipped" });
    for (const ask of [
      { action: "ask", reason },
      { action: "resend", reason, batchId: running },
      { action: "resolve", as: "Invalid", reason, batchId: running },
    ] as const)
      await expect(performOnLane(ctx, serviceId, ask)).rejects.toEqual(code("not_a_ledger_lane"));
  });
});
