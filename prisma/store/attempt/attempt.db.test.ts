import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import { AT_REST } from "../../../core/lane/submission.ts";
import { ACCEPTED, claimedLane, ended, TAKEN } from "../../../tests/factories/claimed-lanes.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { Prisma } from "../../generated/client.ts";
import { setSubmission } from "../batch/submission.ts";
import { loadTurn, releaseClaim, voidDeadClaims } from "../lane/turn.ts";
import { renewLeases } from "../lease.ts";
import { answerAttempt, keepLateAnswer, recordAnswer } from "./answer.ts";
import { beginAttempt } from "./begin.ts";
import { beginNext, endAndBegin } from "./serial.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

describe("under an old fence", () => {
  it("no attempt is begun, and under the claim's it is", async () => {
    const { attempt, batch } = await claimedLane(test.ctx.db);
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 4n })).toBeUndefined();
    expect(await batch()).toMatchObject({ submitted: false, tries: 0 });
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 5n })).toMatchObject({ tries: 1 });
  });

  it("an answer counts for nothing, alone or with how its batch stands, and is kept beside the attempt", async () => {
    const { attempt, laneId, batchId, batch } = await claimedLane(test.ctx.db);
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
    const { laneId, attempt, batchId, batch } = await claimedLane(test.ctx.db);
    const old = { ...attempt, laneId, fence: 4n };
    expect(await beginNext(test.ctx.db, old)).toBeUndefined();
    expect(
      await endAndBegin(test.ctx.db, old, ended(batchId, { submitted: false, status: null })),
    ).toBeUndefined();
    expect(await batch()).toMatchObject({ state: "Pending", submitted: false });
  });

  it("a submission is not changed", async () => {
    const { laneId, batchId, batch } = await claimedLane(test.ctx.db);
    const from = { submitted: false, status: null };
    const change = { ...AT_REST, submitted: true, status: "Pending" } as const;
    const move = { batchId, laneId, from, change, actor: "Waybill" };
    expect(await setSubmission(test.ctx.db, { ...move, fence: 4n })).toBe(false);
    expect((await batch()).submissionStatus).toBeNull();
    expect(await setSubmission(test.ctx.db, { ...move, fence: 5n })).toBe(true);
    expect((await batch()).submissionStatus).toBe("Pending");
  });

  it("a claim is not given back, and one that is leaves the lane due when something happened meanwhile", async () => {
    const { laneId } = await claimedLane(test.ctx.db);
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
    const { attempt, laneId } = await claimedLane(test.ctx.db);
    await test.ctx.db.lane.update({ where: { id: laneId }, data });
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 5n })).toBeUndefined();
  });

  it("puts the claim's second expiry off until its call is cut off, and a renewal does not take that back", async () => {
    const { db } = test.ctx;
    for (const begins of ["beginAttempt", "beginNext"] as const) {
      const { attempt, laneId } = await claimedLane(test.ctx.db);
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
      const { attempt, laneId, batchId } = await claimedLane(test.ctx.db);
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
    const { attempt, laneId } = await claimedLane(test.ctx.db);
    const lane = () => test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
    const { leaseLast } = await lane();
    await beginAttempt(test.ctx.db, { ...attempt, fence: 5n });
    expect((await lane()).leaseLast).toEqual(leaseLast);
  });

  it("is begun of what the queuer's rule allows at that moment, whatever its turn has read", async () => {
    const { db } = test.ctx;
    const { attempt, laneId, batchId: first, add } = await claimedLane(test.ctx.db);
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
