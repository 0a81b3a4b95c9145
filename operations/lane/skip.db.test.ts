import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { StillApplies } from "../../core/lane/may-still-apply.ts";
import { textOf } from "../../core/sentence.ts";
import { makeLaneScene, makeStanding, type Standing } from "../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { getLane } from "./get.ts";
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

type Refused = Readonly<Record<"serviceId" | "batchId", string>>;

/** Without the confirmation the skip is refused with what may happen, as in the batch's view, and changes nothing. */
async function expectRefused({ serviceId, batchId }: Refused, ask: LaneAction): Promise<void> {
  const before = await batchRow(batchId);
  const { head } = await getLane(ctx, serviceId);
  expect(head?.mayStillApply).toContain("it may still be applied");
  expect(textOf(head?.mayStillApplyPieces ?? [])).toBe(head?.mayStillApply);
  for (const more of [{}, { even_if_it_may_still_apply: false }])
    await expect(performOnLane(ctx, serviceId, { ...ask, ...more } as LaneAction)).rejects.toMatchObject({
      code: "may_still_apply",
      message: head?.mayStillApply,
    });
  expect(await batchRow(batchId)).toEqual(before);
  expect(await test.ctx.db.audit.count({ where: { target: serviceId } })).toBe(0);
}

describe("skipping a batch", () => {
  it.each<[Standing, string[], StillApplies | null]>([
    ["untouched", ["Pending>Processing", "Processing>Reporting"], null],
    ["refusedByLane", ["Processing>Reporting"], null],
    ["pending", ["Processing>Reporting"], "pending"],
    ["valid", ["Processing>Reporting"], "valid"],
    ["betweenTries", ["Processing>Reporting"], null],
    ["unknown", ["Processing>Reporting"], null],
    ["unresolved", ["Processing>Reporting"], "untold"],
    ["delayed", ["Processing>Reporting"], null],
    ["held", ["Held>Processing", "Processing>Reporting"], null],
  ])("that is %s ends it as Skipped", async (standing, moves, why) => {
    const scene = await makeStanding(test.ctx.db, standing);
    const { submitted } = await batchRow(scene.batchId);
    const ask = { action: "skip", reason, batchId: scene.batchId } as const;
    const known = why ? { even_if_it_may_still_apply: true } : {};
    if (why) await expectRefused(scene, ask);
    const lane = await performOnLane(ctx, scene.serviceId, { ...ask, ...known });
    expect(lane).toMatchObject({
      open: 0,
      depth: 0,
      head: null,
      done: [{ id: scene.batchId, status: "Skipped" }],
    });
    const message = `Skipped by ${operator.name}: ${reason}${why ? ". Its ledger may still apply it." : ""}`;
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
    await expect(performOnLane(ctx, scene.serviceId, ask)).rejects.toEqual(code("batch_final"));
    const audits = await test.ctx.db.audit.findMany({ where: { target: scene.serviceId } });
    const after = {
      batch: scene.batchId,
      state: "Reporting",
      status: "Skipped",
      submitted,
      unresolved: false,
    };
    expect(audits).toMatchObject([{ action: "lane.skip", reason }]);
    expect(audits[0]?.after).toEqual(why ? { ...after, ...known, may_still_apply: why } : after);
  });

  it("whose call was cut off and may still arrive wants to be known too, and one under way is not skipped", async () => {
    const { db } = test.ctx;
    const scene = await makeStanding(db, "betweenTries");
    const ask = { action: "skip", reason, batchId: scene.batchId } as const;
    const known = { ...ask, even_if_it_may_still_apply: true } as const;
    const id = await scene.attempt(scene.batchId);
    await expect(performOnLane(ctx, scene.serviceId, known)).rejects.toEqual(code("batch_under_way"));
    expect((await getLane(ctx, scene.serviceId)).head).toMatchObject({ may: { skip: false } });
    await db.attempt.update({ where: { id }, data: { deadlineAt: new Date(Date.now() - 1) } });
    await expectRefused(scene, ask);
    await performOnLane(ctx, scene.serviceId, known);
    expect(await db.attempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ outcome: "lost" });
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
