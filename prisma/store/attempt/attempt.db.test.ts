import { AsyncResource } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endMoves } from "../../../core/lane/end-moves.ts";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import { AT_REST } from "../../../core/lane/submission.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { Prisma } from "../../generated/client.ts";
import { setSubmission } from "../batch/submission.ts";
import { loadTurn, releaseClaim, voidDeadClaims } from "../lane/turn.ts";
import { renewLeases } from "../lease.ts";
import { answerAttempt, keepLateAnswer, recordAnswer } from "./answer.ts";
import { beginAttempt } from "./begin.ts";
import { beginNext, type Ended, endAndBegin } from "./serial.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const TAKEN = { submitted: true, status: null } as const;
const ACCEPTED = {
  ...AT_REST,
  submitted: true,
  status: "Pending",
  accepted: "now",
  nextCheckInMs: 0,
} as const;

/** A batch that the ledger has committed, without recipients. */
function committed(batchId: string, from: Ended["from"]): Ended {
  const change = { ...AT_REST, submitted: true, status: "Committed" } as const;
  const moves = endMoves(change, true).map((move) => ({ ...move, actor: "Waybill" }));
  return { batchId, from, change, moves, actor: "Waybill" };
}

/** A lane claimed under fence 5, with one untouched batch. */
async function claimedLane() {
  const { db } = test.ctx;
  const scene = await makeLaneScene(db);
  const batchId = await scene.add("Pending");
  const later = new Date(Date.now() + 60_000);
  const claim = { fence: 5n, leaseOwner: "w", leaseUntil: later, leaseLast: later };
  await db.lane.update({ where: { id: scene.laneId }, data: claim });
  const attempt = {
    laneId: scene.laneId,
    batchId,
    instance: "w",
    submitted: false,
    status: null,
    postTimeoutMs: 1_000,
    settleMs: 500,
  };
  return { ...scene, batchId, attempt, batch: () => db.batch.findUniqueOrThrow({ where: { id: batchId } }) };
}

describe("under an old fence", () => {
  it("no attempt is begun, and under the claim's it is", async () => {
    const { attempt, batch } = await claimedLane();
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 4n })).toBeUndefined();
    expect(await batch()).toMatchObject({ submitted: false, tries: 0 });
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 5n })).toMatchObject({ tries: 1 });
  });

  it("an answer counts for nothing, alone or with how its batch stands, and is kept beside the attempt", async () => {
    const { attempt, laneId, batchId, batch } = await claimedLane();
    const begun = await beginAttempt(test.ctx.db, { ...attempt, fence: 5n });
    if (!begun) throw new Error("no attempt was begun");
    const answer = { outcome: "accepted", httpStatus: 202, ledgerCode: null, message: "taken" };
    const row = () => test.ctx.db.attempt.findUniqueOrThrow({ where: { id: begun.id } });
    const old = { ...answer, attemptId: begun.id, fence: 4n, isOver: true };
    const recorded = { ...old, batchId, laneId, from: TAKEN, change: ACCEPTED, actor: "Waybill" };
    expect(await answerAttempt(test.ctx.db, old)).toBe(false);
    expect(await recordAnswer(test.ctx.db, recorded)).toBe(false);
    await keepLateAnswer(test.ctx.db, old);
    expect(await row()).toMatchObject({ answeredAt: null, outcome: null, lateAnswer: answer });
    expect((await batch()).submissionStatus).toBeNull();
    expect(await recordAnswer(test.ctx.db, { ...recorded, fence: 5n })).toBe(true);
    expect(await row()).toMatchObject({ outcome: "accepted", httpStatus: 202 });
    expect(await batch()).toMatchObject({ submissionStatus: "Pending", acceptedAt: expect.any(Date) });
    expect(await recordAnswer(test.ctx.db, { ...recorded, fence: 5n })).toBe(false);
    // the same once more says nothing new; another one does
    await test.ctx.db.attempt.update({ where: { id: begun.id }, data: { lateAnswer: Prisma.DbNull } });
    await keepLateAnswer(test.ctx.db, old);
    expect((await row()).lateAnswer).toBeNull();
    await keepLateAnswer(test.ctx.db, { ...old, outcome: "busy" });
    expect((await row()).lateAnswer).toMatchObject({ outcome: "busy" });
  });

  it("no batch ends, and none is begun", async () => {
    const { laneId, attempt, batchId, batch } = await claimedLane();
    const old = { ...attempt, laneId, fence: 4n };
    expect(await beginNext(test.ctx.db, old)).toBeUndefined();
    expect(
      await endAndBegin(test.ctx.db, old, committed(batchId, { submitted: false, status: null })),
    ).toBeUndefined();
    expect(await batch()).toMatchObject({ state: "Pending", submitted: false });
  });

  it("a submission is not changed", async () => {
    const { laneId, batchId, batch } = await claimedLane();
    const from = { submitted: false, status: null };
    const change = { ...AT_REST, submitted: true, status: "Pending" } as const;
    const move = { batchId, laneId, from, change, actor: "Waybill" };
    expect(await setSubmission(test.ctx.db, { ...move, fence: 4n })).toBe(false);
    expect((await batch()).submissionStatus).toBeNull();
    expect(await setSubmission(test.ctx.db, { ...move, fence: 5n })).toBe(true);
    expect((await batch()).submissionStatus).toBe("Pending");
  });

  it("a claim is not given back, and one that is leaves the lane due when something happened meanwhile", async () => {
    const { laneId } = await claimedLane();
    const lane = () => test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
    const { touched } = await lane();
    await releaseClaim(test.ctx.db, { laneId, fence: 4n, touched, dueAt: null });
    expect((await lane()).leaseOwner).toBe("w");
    await releaseClaim(test.ctx.db, { laneId, fence: 5n, touched: touched - 1n, dueAt: null });
    expect(await lane()).toMatchObject({ leaseOwner: null, dueAt: expect.any(Date) });
  });
});

describe("an attempt", () => {
  it.each([
    ["under a claim that has run out for good", { leaseLast: new Date(0) }],
    ["on a held lane", { heldAt: new Date() }],
    ["on a halted lane", { haltedAt: new Date() }],
  ])("%s is not begun", async (_, data) => {
    const { attempt, laneId } = await claimedLane();
    await test.ctx.db.lane.update({ where: { id: laneId }, data });
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 5n })).toBeUndefined();
  });

  it("puts the claim's second expiry off until its call is cut off, and a renewal does not take that back", async () => {
    const { db } = test.ctx;
    for (const begins of ["beginAttempt", "beginNext"] as const) {
      const { attempt, laneId } = await claimedLane();
      const soon = { leaseUntil: new Date(0), leaseLast: new Date(Date.now() + 1_000) };
      await db.lane.update({ where: { id: laneId }, data: soon });
      const long = { ...attempt, fence: 5n, postTimeoutMs: 20_000, settleMs: 10_000 };
      expect(await (begins === "beginNext" ? beginNext(db, long) : beginAttempt(db, long))).toBeDefined();
      const { deadlineAt } = await db.attempt.findFirstOrThrow({ where: { laneId } });
      const last = async () =>
        (await db.lane.findUniqueOrThrow({ where: { id: laneId } })).leaseLast?.getTime();
      expect(Math.abs(((await last()) ?? 0) - deadlineAt.getTime())).toBeLessThan(1_000);
      const before = await last();
      await renewLeases(db, "lane", [{ id: laneId, fence: 5n }], { leaseMs: 1, lastMs: 1 });
      expect(await last()).toBe(before);
      await voidDeadClaims(db);
      expect((await db.lane.findUniqueOrThrow({ where: { id: laneId } })).leaseOwner).toBe("w");
    }
  });

  it("whose outcome nobody knows may have an effect until it settles, unless its ledger is done with it", async () => {
    const { db } = test.ctx;
    for (const isOver of [false, true]) {
      const { attempt, laneId, batchId } = await claimedLane();
      const begun = await beginAttempt(db, { ...attempt, fence: 5n, settleMs: 60_000 });
      if (!begun) throw new Error("no attempt was begun");
      const answer = { outcome: "ambiguous", httpStatus: 503, ledgerCode: null, message: "", isOver };
      const before = (await loadTurn(db, laneId))?.open[0];
      expect(await answerAttempt(db, { ...answer, attemptId: begun.id, fence: 5n })).toBe(true);
      const { answeredAt, settlesAt } = await db.attempt.findUniqueOrThrow({ where: { id: begun.id } });
      const after = (await loadTurn(db, laneId))?.open[0];
      expect(after?.effectUntil).toEqual(settlesAt);
      if (isOver) expect(settlesAt).toEqual(answeredAt);
      else expect(after?.effectUntil).toEqual(before?.effectUntil);
      // the ledger said that it has the batch: that was this call
      await db.batch.update({ where: { id: batchId }, data: { acceptedAt: new Date(Date.now() + 1_000) } });
      expect((await loadTurn(db, laneId))?.open[0]?.effectUntil).toBeNull();
    }
  });

  it("leaves a second expiry that comes late enough as it is", async () => {
    const { attempt, laneId } = await claimedLane();
    const lane = () => test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
    const { leaseLast } = await lane();
    await beginAttempt(test.ctx.db, { ...attempt, fence: 5n });
    expect((await lane()).leaseLast).toEqual(leaseLast);
  });

  it("is begun of what the queuer's rule allows at that moment, whatever its turn has read", async () => {
    const { db } = test.ctx;
    const { attempt, laneId, batchId: first, add } = await claimedLane();
    const second = await add("Pending");
    const begin = (batchId: string, more: object = {}) =>
      beginAttempt(db, { ...attempt, batchId, fence: 5n, ...more });
    const setUp = (data: { ordering: LaneOrdering; width: number }) =>
      db.lane.update({ where: { id: laneId }, data });
    expect(await begin(second)).toBeUndefined();
    await setUp({ ordering: "unordered", width: 2 });
    expect(await begin(first)).toMatchObject({ tries: 1 });
    await setUp({ ordering: "serial", width: 1 });
    expect(await begin(second)).toBeUndefined();
    await setUp({ ordering: "unordered", width: 1 });
    expect(await begin(second)).toBeUndefined();
    // the submitter has it: another try is not a new batch
    expect(await begin(first, { submitted: true })).toMatchObject({ tries: 2 });
    await setUp({ ordering: "unordered", width: 2 });
    expect(await begin(second)).toMatchObject({ tries: 1 });
  });
});

describe("a serial lane under its claim", () => {
  const eventsOf = async (batchId: string) =>
    (await test.ctx.db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } })).map(
      ({ kind, from, to }) => `${kind} ${from} ${to}`,
    );

  it("ends one batch and begins the next in one go, event by event", async () => {
    const lane = await claimedLane();
    const { laneId, batchId, batch } = lane;
    const second = await lane.add("Pending");
    const claimed = { ...lane.attempt, laneId, fence: 5n };
    const { db } = test.ctx;
    const first = await beginNext(db, claimed);
    expect(first).toMatchObject({ batchId, tries: 1, ledgerId: `ledger-${batchId}` });
    expect(Buffer.from(first?.body ?? []).toString()).toBe("abc");
    expect(await batch()).toMatchObject({ state: "Processing", submitted: true, dueAt: null });

    const on = await endAndBegin(db, claimed, committed(batchId, TAKEN));
    expect(on).toMatchObject({ isLast: false, begun: { batchId: second, tries: 1 } });
    expect(await batch()).toMatchObject({
      state: "Completed",
      submissionStatus: "Committed",
      endedAt: expect.any(Date),
      dueAt: null,
    });
    expect(await eventsOf(batchId)).toEqual([
      "batch.moved Pending Processing",
      "batch.submission submitting Committed",
      "batch.moved Processing Reporting",
      "batch.moved Reporting Completed",
    ]);
    expect(await eventsOf(second)).toEqual(["batch.moved Pending Processing"]);
    expect(await db.attempt.count({ where: { batchId: second, fence: 5n, answeredAt: null } })).toBe(1);

    expect(await endAndBegin(db, claimed, committed(second, TAKEN))).toEqual({
      begun: undefined,
      isLast: true,
    });
  });

  it("ends a batch that is to be reported at Reporting, due for it, with what its ledger said", async () => {
    const { attempt, laneId, batchId, batch } = await claimedLane();
    const claimed = { ...attempt, laneId, fence: 5n };
    await beginNext(test.ctx.db, claimed);
    const change = { ...AT_REST, submitted: true, status: "Invalid", message: "no such account" } as const;
    const moves = endMoves(change, false).map((move) => ({ ...move, actor: "Waybill" }));
    await endAndBegin(test.ctx.db, claimed, { batchId, from: TAKEN, change, moves, actor: "Waybill" });
    expect(await batch()).toMatchObject({
      state: "Reporting",
      submissionStatus: "Invalid",
      errorCode: "ledger_invalid",
      errorMessage: "no such account",
      endedAt: null,
      dueAt: expect.any(Date),
    });
  });

  it("does not wait for whoever holds or releases its collection just now", async () => {
    const { attempt, laneId, collection } = await claimedLane();
    const { db } = test.ctx;
    const claimed = { ...attempt, laneId, fence: 5n };
    // on another connection, not the transaction's
    const begin = AsyncResource.bind(() => beginNext(db, claimed));
    await db.transact(async (tx) => {
      await tx.$queryRaw`SELECT FROM collection WHERE id = ${collection.id} FOR UPDATE`;
      expect(await begin()).toBeUndefined();
    });
    expect(await begin()).toMatchObject({ tries: 1 });
  });

  it("ends nothing that stands otherwise", async () => {
    const { attempt, laneId, batchId, batch } = await claimedLane();
    const claimed = { ...attempt, laneId, fence: 5n };
    await beginNext(test.ctx.db, claimed);
    const from = { submitted: true, status: "Pending" } as const;
    expect(await endAndBegin(test.ctx.db, claimed, committed(batchId, from))).toBeUndefined();
    expect(await batch()).toMatchObject({ state: "Processing", submissionStatus: null });
  });

  it.each([
    ["whose claim has run out for good", { leaseLast: new Date(0) }, {}],
    ["that is held", { heldAt: new Date() }, {}],
    ["that is halted", { haltedAt: new Date() }, {}],
    ["whose collection is held", {}, { heldAt: new Date(), heldReason: "disks are moved" }],
  ])("%s begins nothing, and what it had ends", async (_, lane, collection) => {
    const scene = await claimedLane();
    const { laneId, batchId, batch } = scene;
    const claimed = { ...scene.attempt, laneId, fence: 5n };
    await beginNext(test.ctx.db, claimed);
    const second = await scene.add("Pending");
    await test.ctx.db.lane.update({ where: { id: laneId }, data: lane });
    await test.ctx.db.collection.updateMany({ where: { laneId }, data: collection });
    expect(await beginNext(test.ctx.db, claimed)).toBeUndefined();
    const on = await endAndBegin(test.ctx.db, claimed, committed(batchId, TAKEN));
    expect(on).toEqual({ begun: undefined, isLast: false });
    expect((await batch()).state).toBe("Completed");
    expect(await eventsOf(second)).toEqual([]);
  });
});
