import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  COMMITTED,
  claimedLanes,
  finish,
  movesOf,
  TAKEN,
  watchedSteps,
} from "../../../tests/factories/claimed-lanes.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const LATER = new Date(Date.now() + 600_000);

describe("lanes that ask at the same time", () => {
  it("begin, end and begin again in a statement each, with all events of each batch in order", async () => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const { steps, said } = watchedSteps(test.ctx.db);
    const first = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    expect(first.map((begun) => begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[0]));
    const second = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, finish(batchIds[0] ?? "", first[place]?.attemptId ?? 0n)),
      ),
    );
    expect(second.map((on) => on?.begun?.batchId)).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    const last = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) =>
        steps.endAndBegin(claimed, finish(batchIds[1] ?? "", second[place]?.begun?.attemptId ?? 0n)),
      ),
    );
    expect(last).toEqual(lanes.map(() => ({ begun: undefined, isLast: true })));
    expect(said).toHaveLength(3);
    for (const batchId of lanes.flatMap(({ batchIds }) => batchIds))
      expect(await movesOf(test.ctx.db, batchId)).toEqual(COMMITTED);
  });

  it("are read, and given back, in a statement each; one that changed meanwhile is due again", async () => {
    const lanes = await claimedLanes(test.ctx.db, 3);
    const { steps, said } = watchedSteps(test.ctx.db);
    const turns = await Promise.all(lanes.map(({ laneId }) => steps.load(laneId)));
    expect(turns.map((turn) => turn?.queued.map(({ batchId }) => batchId))).toEqual(
      lanes.map(({ batchIds }) => [batchIds[0]]),
    );
    await Promise.all(
      lanes.map(({ laneId }, place) => {
        const touched = (turns[place]?.touched ?? 0n) - (place === 1 ? 1n : 0n);
        return steps.release({ laneId, fence: 5n, touched, dueAt: place === 2 ? LATER : null });
      }),
    );
    expect(said).toHaveLength(2);
    const rows = await Promise.all(
      lanes.map(({ laneId: id }) => test.ctx.db.lane.findUniqueOrThrow({ where: { id } })),
    );
    expect(rows.map(({ leaseOwner, leaseLast }) => [leaseOwner, leaseLast])).toEqual(
      lanes.map(() => [null, null]),
    );
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([null, expect.any(Date), LATER]);
  });

  it("are in statements of their own where they write something else", async () => {
    const lanes = await claimedLanes(test.ctx.db, 2);
    const { steps, said } = watchedSteps(test.ctx.db);
    const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
    const [good, bad] = await Promise.all(
      lanes.map(({ claimed, batchIds }, place) => {
        const status = place === 0 ? "Committed" : "Invalid";
        return steps.endAndBegin(claimed, finish(batchIds[0] ?? "", begun[place]?.attemptId ?? 0n, status));
      }),
    );
    expect([good?.begun?.batchId, bad?.begun?.batchId]).toEqual(lanes.map(({ batchIds }) => batchIds[1]));
    expect(said).toHaveLength(3);
    const stands = await Promise.all(
      lanes.map(({ batchIds }) => test.ctx.db.batch.findUniqueOrThrow({ where: { id: batchIds[0] ?? "" } })),
    );
    expect(stands.map(({ submissionStatus, state }) => [submissionStatus, state])).toEqual([
      ["Committed", "Completed"],
      ["Invalid", "Failed"],
    ]);
  });
});

it("answers that leave their batches open are recorded together, and under a lost claim none is", async () => {
  const { db } = test.ctx;
  const lanes = await claimedLanes(db, 3);
  const { steps, said } = watchedSteps(db);
  const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
  const counts = await Promise.all(
    lanes.map(({ laneId, batchIds }, place) => {
      const { accepted } = finish(batchIds[0] ?? "", begun[place]?.attemptId ?? 0n);
      if (!accepted) throw new Error("no answer");
      const { answer, change } = accepted;
      const fence = place === 1 ? 4n : 5n;
      const batch = { batchId: batchIds[0] ?? "", laneId, from: TAKEN, actor: "Waybill" };
      return steps.record({ ...answer, ...batch, fence, change: { ...change, halt: null } });
    }),
  );
  expect(counts).toEqual([true, false, true]);
  // the group of begins, that of answers, and the one that was left out alone
  expect(said).toHaveLength(3);
  const batches = await Promise.all(
    lanes.map(({ batchIds }) => db.batch.findUniqueOrThrow({ where: { id: batchIds[0] ?? "" } })),
  );
  expect(batches.map(({ submissionStatus }) => submissionStatus)).toEqual(["Pending", null, "Pending"]);
  expect(await movesOf(db, batches[2]?.id ?? "")).toEqual(["Pending Processing", "submitting Pending"]);
  const answers = await db.attempt.findMany({ where: { batchId: { in: batches.map(({ id }) => id) } } });
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["accepted", "accepted", null]);
});

it("a batch of many bytes comes whole, read apart from the statement that locks its lane", async () => {
  const lanes = await claimedLanes(test.ctx.db, 2);
  const [large] = lanes;
  const body = Buffer.alloc(1_025, "x");
  await test.ctx.db.ledgerBatch.update({ where: { batchId: large?.batchIds[0] ?? "" }, data: { body } });
  const { steps, said } = watchedSteps(test.ctx.db);
  const begun = await Promise.all(lanes.map(({ claimed }) => steps.beginNext(claimed)));
  expect(begun.map((one) => Buffer.from(one?.body ?? []))).toEqual([body, Buffer.from("abc")]);
  expect(said).toHaveLength(2);
});
