import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import type { LaneAction } from "../../core/contracts/lane-requests.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { type LaneScene, makeLaneScene, makeStanding } from "../../tests/factories/lane-scene.ts";
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
  const seenAt = new Date("2200-01-01");
  await test.ctx.db.instance.create({ data: { id: "host-1", name: "host", seenAt } });
});

afterAll(() => test.end());

const reason = "the ledger's owner was asked";
const about = { reason, batchId: "" } as const;

/** Every action there is, on a batch if it is about one. */
const ACTS = [
  { action: "hold", reason },
  { action: "release", reason },
  { action: "halt", reason },
  { action: "resume", reason },
  { action: "ask", reason },
  { action: "resend", ...about },
  { action: "resolve", as: "Committed", ...about },
  { action: "skip", ...about },
] as const satisfies readonly LaneAction[];

const on = (ask: LaneAction, batchId: string): LaneAction => ("batchId" in ask ? { ...ask, batchId } : ask);
const code = (expected: ErrorCode) => expect.objectContaining({ code: expected });
const laneRow = (laneId: string) => test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
const batchRow = (id: string) => test.ctx.db.batch.findUniqueOrThrow({ where: { id } });
const auditOf = ({ serviceId }: Pick<LaneScene, "serviceId">) =>
  test.ctx.db.audit.findMany({ where: { target: serviceId }, orderBy: { id: "asc" } });
const eventsOf = async (batchId: string) =>
  (await test.ctx.db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } })).map(
    ({ kind, from, to, actor, reason: why }) => [kind, from, to, actor, why],
  );

describe("acts on a lane", () => {
  it("hold and release it, once each, audited, and wake it", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    await expect(performOnLane(ctx, scene.serviceId, { action: "release", reason })).rejects.toEqual(
      code("not_held"),
    );
    const held = await performOnLane(ctx, scene.serviceId, { action: "hold", reason });
    expect(held).toMatchObject({ held: { by: operator.name, reason }, why: { cause: "held" } });
    expect(await laneRow(scene.laneId)).toMatchObject({ touched: 1n, dueAt: expect.any(Date) });
    await expect(performOnLane(ctx, scene.serviceId, { action: "hold", reason })).rejects.toEqual(
      code("already_held"),
    );
    const released = await performOnLane(ctx, scene.serviceId, { action: "release", reason: "moved" });
    expect(released).toMatchObject({ held: null, why: { cause: "empty" } });
    expect(await laneRow(scene.laneId)).toMatchObject({ touched: 2n, heldBy: null, heldReason: null });
    expect(await auditOf(scene)).toMatchObject([
      { action: "lane.hold", reason, actor: operator.name, before: { held: false }, after: { held: true } },
      { action: "lane.release", reason: "moved", before: { held: true }, after: { held: false } },
    ]);
  });

  it("halt and resume it, once each, audited, and wake it", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    await expect(performOnLane(ctx, scene.serviceId, { action: "resume", reason })).rejects.toEqual(
      code("not_halted"),
    );
    const halted = await performOnLane(ctx, scene.serviceId, { action: "halt", reason });
    expect(halted).toMatchObject({
      halted: { reason: `${operator.name}: ${reason}` },
      why: { cause: "halted" },
    });
    await expect(performOnLane(ctx, scene.serviceId, { action: "halt", reason })).rejects.toEqual(
      code("already_halted"),
    );
    await performOnLane(ctx, scene.serviceId, { action: "hold", reason });
    const resumed = await performOnLane(ctx, scene.serviceId, { action: "resume", reason: "it is well" });
    expect(resumed).toMatchObject({ halted: null, held: { reason } });
    expect(await laneRow(scene.laneId)).toMatchObject({ touched: 3n, haltedReason: null });
    expect((await auditOf(scene)).at(-1)).toMatchObject({
      action: "lane.resume",
      reason: "it is well",
      before: { halted: true, why: `${operator.name}: ${reason}` },
      after: { halted: false },
    });
  });

  it("let the ledger be asked at once about all it may have, or one", async () => {
    const scene = await makeLaneScene(test.ctx.db, { backend: "sawtooth", ordering: "unordered", width: 4 });
    const later = { nextCheckAt: new Date("2200-01-01") };
    const ids = {
      pending: await scene.add("Processing", { submitted: true, submissionStatus: "Pending", ...later }),
      unknown: await scene.add("Processing", { submissionStatus: "Unknown", unresolved: true, ...later }),
      delayed: await scene.add("Processing", { submissionStatus: "Delayed", ...later }),
      done: await scene.add("Completed", { submitted: true, submissionStatus: "Committed", ...later }),
    };
    const asked = async () => {
      const rows = await test.ctx.db.batch.findMany({ where: { laneId: scene.laneId } });
      return rows.filter(({ nextCheckAt }) => nextCheckAt && nextCheckAt <= new Date()).map(({ id }) => id);
    };
    await performOnLane(ctx, scene.serviceId, { action: "ask", reason, batchId: ids.unknown });
    expect(await asked()).toEqual([ids.unknown]);
    await performOnLane(ctx, scene.serviceId, { action: "ask", reason });
    expect((await asked()).sort()).toEqual([ids.pending, ids.unknown].sort());
    expect(await laneRow(scene.laneId)).toMatchObject({ touched: 2n, dueAt: expect.any(Date) });
    expect((await auditOf(scene))[0]).toMatchObject({
      action: "lane.ask",
      after: { asked: [ids.unknown], count: 1 },
    });
    const nothing = { action: "ask", reason, batchId: ids.delayed } as const;
    await expect(performOnLane(ctx, scene.serviceId, nothing)).rejects.toEqual(code("nothing_to_ask"));
  });
});

describe("sending the same bytes again", () => {
  it.each(["unknown", "unresolved"] as const)("makes an %s batch the next to be sent", async (standing) => {
    const scene = await makeStanding(test.ctx.db, standing);
    const lane = await performOnLane(ctx, scene.serviceId, {
      action: "resend",
      reason,
      batchId: scene.batchId,
    });
    expect(lane.why).toMatchObject({
      cause: "next",
      sentence: "The first batch has waited out its delay and goes next.",
    });
    const row = await batchRow(scene.batchId);
    expect(row).toMatchObject({
      state: "Processing",
      submitted: false,
      submissionStatus: "Delayed",
      unresolved: false,
      unknownSince: null,
      nextCheckAt: null,
    });
    expect(row.delayedUntil?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await eventsOf(scene.batchId)).toEqual([
      ["batch.submission", "Unknown", "Delayed", operator.name, reason],
    ]);
    expect(await auditOf(scene)).toMatchObject([
      {
        action: "lane.resend",
        reason,
        before: { batch: scene.batchId, status: "Unknown", unresolved: standing === "unresolved" },
        after: { batch: scene.batchId, status: "Delayed", unresolved: false },
      },
    ]);
    const again = { action: "resend", reason, batchId: scene.batchId } as const;
    await expect(performOnLane(ctx, scene.serviceId, again)).rejects.toEqual(code("not_unknown"));
  });
});

describe("marking a batch as resolved", () => {
  it("as Committed reports it as done and lets the lane go on", async () => {
    const scene = await makeStanding(test.ctx.db, "unresolved");
    const next = await scene.add("Pending");
    const lane = await performOnLane(ctx, scene.serviceId, {
      action: "resolve",
      as: "Committed",
      reason,
      batchId: scene.batchId,
    });
    expect(lane).toMatchObject({ open: 0, depth: 1, head: { id: next }, why: { cause: "next" } });
    expect(await batchRow(scene.batchId)).toMatchObject({
      state: "Reporting",
      submitted: true,
      submissionStatus: "Committed",
      unresolved: false,
      errorCode: null,
      dueAt: expect.any(Date),
    });
    expect(await eventsOf(scene.batchId)).toEqual([
      ["batch.submission", "Unknown", "Committed", operator.name, reason],
      ["batch.moved", "Processing", "Reporting", operator.name, null],
    ]);
  });

  it("as Invalid reports it as failed, with who said so", async () => {
    const scene = await makeStanding(test.ctx.db, "unknown");
    await performOnLane(ctx, scene.serviceId, {
      action: "resolve",
      as: "Invalid",
      reason,
      batchId: scene.batchId,
    });
    const message = `Marked as Invalid by ${operator.name}: ${reason}`;
    expect(await batchRow(scene.batchId)).toMatchObject({
      state: "Reporting",
      submissionStatus: "Invalid",
      errorCode: "ledger_invalid",
      errorMessage: message,
      ledgerMessage: message,
    });
    const again = { action: "resolve", as: "Committed", reason, batchId: scene.batchId } as const;
    await expect(performOnLane(ctx, scene.serviceId, again)).rejects.toEqual(code("batch_final"));
  });
});

describe("decisions on a batch", () => {
  const decisions = ACTS.filter((ask) => "batchId" in ask);

  it.each(decisions)("$action waits while a call may have an effect, then closes it", async (ask) => {
    const scene = await makeStanding(test.ctx.db, "unknown");
    const attempt = await scene.attempt(scene.batchId);
    const go = () => performOnLane(ctx, scene.serviceId, on(ask, scene.batchId));
    await expect(go()).rejects.toEqual(code("batch_under_way"));
    expect(await auditOf(scene)).toEqual([]);
    await test.ctx.db.attempt.update({
      where: { id: attempt },
      data: { deadlineAt: new Date(Date.now() - 2), settlesAt: new Date(Date.now() - 1) },
    });
    await go();
    expect(await test.ctx.db.attempt.findUniqueOrThrow({ where: { id: attempt } })).toMatchObject({
      outcome: "lost",
      answeredAt: expect.any(Date),
      message: `No answer was recorded. ${operator.name} decided: ${reason}`,
    });
  });

  it.each(["resend", "resolve"] as const)("%s takes what nobody knows only", async (action) => {
    for (const standing of ["untouched", "pending", "valid", "betweenTries", "delayed", "held"] as const) {
      const scene = await makeStanding(test.ctx.db, standing);
      const ask = { as: "Committed", reason, batchId: scene.batchId } as const;
      const { as: _, ...rest } = ask;
      const asked = action === "resolve" ? ({ action, ...ask } as const) : ({ action, ...rest } as const);
      await expect(performOnLane(ctx, scene.serviceId, asked), standing).rejects.toEqual(code("not_unknown"));
    }
  });

  it.each(decisions)("$action finds no batch of another lane", async (ask) => {
    const [scene, other] = [await makeLaneScene(test.ctx.db), await makeStanding(test.ctx.db, "unknown")];
    for (const batchId of [other.batchId, "bid-nowhere"])
      await expect(performOnLane(ctx, scene.serviceId, on(ask, batchId))).rejects.toEqual(code("not_found"));
    expect(await batchRow(other.batchId)).toMatchObject({ submissionStatus: "Unknown" });
  });

  it("of two people at once counts once", async () => {
    const scene = await makeStanding(test.ctx.db, "unresolved");
    const ask = { action: "resolve", reason, batchId: scene.batchId } as const;
    const both = await Promise.allSettled([
      performOnLane(ctx, scene.serviceId, { ...ask, as: "Committed" }),
      performOnLane(ctx, scene.serviceId, { ...ask, as: "Invalid" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "batch_final" },
    });
    expect(await auditOf(scene)).toHaveLength(1);
  });
});

describe("who may act", () => {
  it.each(ACTS)("$action is for operators and admins", async (ask) => {
    const { db } = test.ctx;
    const scene = await makeStanding(db, "unknown");
    const elsewhere = await makeCollection(db);
    const go = (actor: Actor) => performOnLane(test.as(actor), scene.serviceId, on(ask, scene.batchId));
    const outcomes: ErrorCode[] = [];
    for (const actor of [
      await makePerson(db, "viewer"),
      await makePerson(db, "depositor", [scene.collection]),
      await makePerson(db, "depositor", [elsewhere]),
    ]) {
      outcomes.push(
        await go(actor).then(
          () => "internal" as const,
          ({ code: got }) => got,
        ),
      );
    }
    expect(outcomes).toEqual(["not_allowed", "not_allowed", "not_found"]);
    expect(await auditOf(scene)).toEqual([]);
    expect(await laneRow(scene.laneId)).toMatchObject({ touched: 0n });
    if (ask.action === "release")
      await db.lane.update({ where: { id: scene.laneId }, data: { heldAt: new Date() } });
    if (ask.action === "resume")
      await db.lane.update({ where: { id: scene.laneId }, data: { haltedAt: new Date() } });
    await go(await makePerson(db, "admin"));
    expect(await auditOf(scene)).toHaveLength(1);
  });

  it("nobody finds a lane that is not there", async () => {
    await expect(performOnLane(ctx, "nowhere", { action: "hold", reason })).rejects.toEqual(
      code("not_found"),
    );
  });
});
