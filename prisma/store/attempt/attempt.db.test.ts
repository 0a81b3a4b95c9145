import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AT_REST } from "../../../core/lane/submission.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { setSubmission } from "../batch/set-submission.ts";
import { releaseClaim } from "../lane/release-claim.ts";
import { answerAttempt } from "./answer.ts";
import { beginAttempt } from "./begin.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

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

  it("an answer is kept beside the attempt and counts for nothing", async () => {
    const { attempt } = await claimedLane();
    const begun = await beginAttempt(test.ctx.db, { ...attempt, fence: 5n });
    if (!begun) throw new Error("no attempt was begun");
    const answer = { outcome: "accepted", httpStatus: 202, ledgerCode: null, message: "taken" };
    const row = () => test.ctx.db.attempt.findUniqueOrThrow({ where: { id: begun.id } });
    expect(await answerAttempt(test.ctx.db, { ...answer, attemptId: begun.id, fence: 4n })).toBe(false);
    expect(await row()).toMatchObject({ answeredAt: null, outcome: null, lateAnswer: answer });
    expect(await answerAttempt(test.ctx.db, { ...answer, attemptId: begun.id, fence: 5n })).toBe(true);
    expect(await row()).toMatchObject({ outcome: "accepted", httpStatus: 202 });
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
    ["whose call would outlive the claim", { leaseLast: new Date(Date.now() + 1_000) }],
    ["on a held lane", { heldAt: new Date() }],
    ["on a halted lane", { haltedAt: new Date() }],
  ])("%s is not begun", async (_, data) => {
    const { attempt, laneId } = await claimedLane();
    await test.ctx.db.lane.update({ where: { id: laneId }, data });
    expect(await beginAttempt(test.ctx.db, { ...attempt, fence: 5n })).toBeUndefined();
  });
});
