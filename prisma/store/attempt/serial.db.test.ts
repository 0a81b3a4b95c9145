import { AsyncResource } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endMoves } from "../../../core/lane/end-moves.ts";
import { AT_REST } from "../../../core/lane/submission.ts";
import { claimedLane, ended, TAKEN } from "../../../tests/factories/claimed-lanes.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { beginNext, endAndBegin } from "./serial.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

describe("a serial lane under its claim", () => {
  const eventsOf = async (batchId: string) =>
    (await test.ctx.db.event.findMany({ where: { batchId }, orderBy: { id: "asc" } })).map(
      ({ kind, from, to }) => `${kind} ${from} ${to}`,
    );

  it("ends one batch and begins the next in one go, event by event", async () => {
    const lane = await claimedLane(test.ctx.db);
    const { laneId, batchId, batch } = lane;
    const second = await lane.add("Pending");
    const claimed = { ...lane.attempt, laneId, fence: 5n };
    const { db } = test.ctx;
    const first = await beginNext(db, claimed);
    expect(first).toMatchObject({ batchId, tries: 1, ledgerId: `ledger-${batchId}` });
    expect(Buffer.from(first?.body ?? []).toString()).toBe("abc");
    expect(await batch()).toMatchObject({ state: "Processing", submitted: true, dueAt: null });

    const on = await endAndBegin(db, claimed, ended(batchId, TAKEN));
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

    expect(await endAndBegin(db, claimed, ended(second, TAKEN))).toEqual({
      begun: undefined,
      isLast: true,
    });
  });

  it("ends a batch that is to be reported at Reporting, due for it, with what its ledger said", async () => {
    const { attempt, laneId, batchId, batch } = await claimedLane(test.ctx.db);
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
    const { attempt, laneId, collection } = await claimedLane(test.ctx.db);
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
    const { attempt, laneId, batchId, batch } = await claimedLane(test.ctx.db);
    const claimed = { ...attempt, laneId, fence: 5n };
    await beginNext(test.ctx.db, claimed);
    const from = { submitted: true, status: "Pending" } as const;
    expect(await endAndBegin(test.ctx.db, claimed, ended(batchId, from))).toBeUndefined();
    expect(await batch()).toMatchObject({ state: "Processing", submissionStatus: null });
  });

  it.each([
    ["whose claim has run out for good", { leaseLast: new Date(0) }, {}],
    ["that is held", { heldAt: new Date() }, {}],
    ["that is halted", { haltedAt: new Date() }, {}],
    ["whose collection is held", {}, { heldAt: new Date(), heldReason: "disks are moved" }],
  ])("%s begins nothing, and what it had ends", async (_, lane, collection) => {
    const scene = await claimedLane(test.ctx.db);
    const { laneId, batchId, batch } = scene;
    const claimed = { ...scene.attempt, laneId, fence: 5n };
    await beginNext(test.ctx.db, claimed);
    const second = await scene.add("Pending");
    await test.ctx.db.lane.update({ where: { id: laneId }, data: lane });
    await test.ctx.db.collection.updateMany({ where: { laneId }, data: collection });
    expect(await beginNext(test.ctx.db, claimed)).toBeUndefined();
    const on = await endAndBegin(test.ctx.db, claimed, ended(batchId, TAKEN));
    expect(on).toEqual({ begun: undefined, isLast: false });
    expect((await batch()).state).toBe("Completed");
    expect(await eventsOf(second)).toEqual([]);
  });
});
