import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { takeLease } from "../../prisma/store/lease.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { repositoryLine } from "../../tests/holds/repository-line.ts";
import { handPorts, signedLine } from "../../tests/lanes/signed-line.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { workLane } from "./work.ts";

let test: TestContext;
let ledger: FakeLedger;
const ledgers = createLedgers();
beforeAll(async () => {
  test = await testContext();
  ledger = await startFakeLedger({ settleMs: 20 });
});
afterAll(async () => {
  await ledgers.close();
  await ledger.close();
  await test.end();
});

describe("a ledger's batch", () => {
  it("that the ledger refuses for good leaves its lane and ends Failed with the ledger's words", async () => {
    const { ctx, ids, workUntil } = await signedLine(
      test,
      { ledger, ports: handPorts(test.ctx.db, ledgers) },
      { name: "refused", count: 2 },
    );
    ledger.control({ fault: "reject", service: "refused", times: 1 });
    await workUntil(([first, second]) => first === "Rejected" && second === "Committed");
    const first = await ctx.db.batch.findUniqueOrThrow({ where: { id: ids[0] ?? "" } });
    expect(first).toMatchObject({ state: "Reporting", errorCode: "ledger_rejected" });
    expect(first.dueAt).not.toBeNull();
  });

  it("that was accepted before a shutdown cut the first question off is recorded as accepted", async () => {
    const stop = new AbortController();
    const ports = handPorts(test.ctx.db, ledgers, {
      at: async (point) => {
        if (point === "lane:answered") setTimeout(() => stop.abort(), 50);
      },
    });
    const { ctx, laneId, turn, statuses } = await signedLine(
      test,
      { ledger, ports },
      { name: "stopped", count: 1 },
    );
    ledger.control({ fault: "slow", ms: 5_000, on: "status", service: "stopped", times: 1 });
    await expect(turn(stop.signal)).rejects.toThrow("aborted");
    expect(await statuses()).toEqual(["Pending"]);
    expect(await ctx.db.attempt.findMany({ where: { laneId } })).toMatchObject([
      { outcome: "accepted", httpStatus: 202 },
    ]);
  });

  it("whose answer comes after its claim is lost keeps that answer, which changes nothing", async () => {
    let lose = async () => {};
    const ports = handPorts(test.ctx.db, ledgers, {
      at: async (point) => (point === "lane:answered" ? lose() : undefined),
    });
    const scene = await signedLine(test, { ledger, ports }, { name: "too-late", count: 1 });
    const { ctx, laneId, turn, workUntil } = scene;
    lose = async () => {
      lose = async () => {};
      await ctx.db.lane.update({ where: { id: laneId }, data: { fence: { increment: 1 } } });
    };
    await expect(turn()).rejects.toMatchObject({ code: "lease_lost" });
    const attempts = await ctx.db.attempt.findMany({ where: { laneId } });
    expect(attempts).toMatchObject([{ outcome: null, lateAnswer: { outcome: "accepted" } }]);
    expect(await scene.statuses()).toEqual([null]);
    await ctx.db.lane.update({
      where: { id: laneId },
      data: { leaseOwner: null, leaseUntil: null, dueAt: new Date(0) },
    });
    await workUntil(([status]) => status === "Committed");
    expect(await scene.arrivals()).toEqual([1]);
  });
});

describe("a batch of the repository", () => {
  it("is Delayed while working storage is too full, and is begun once there is room and its window has ended", async () => {
    const { db } = test.ctx;
    const { laneId, ids } = await repositoryLine(db, 1);
    const turn = async (isOpen: boolean) => {
      await db.lane.update({ where: { id: laneId }, data: { dueAt: new Date(0) } });
      const lease = await takeLease(db, "lane", { id: laneId, owner: "w", leaseMs: 15_000, lastMs: 180_000 });
      const work = { laneId, fence: lease?.fence ?? 0n, signal: new AbortController().signal };
      await workLane(test.ctx, handPorts(test.ctx.db, ledgers, { isOpen }), work);
      return db.batch.findUniqueOrThrow({ where: { id: ids[0] ?? "" } });
    };
    expect(await turn(false)).toMatchObject({
      state: "Pending",
      submissionStatus: "Delayed",
      ledgerMessage: "Working storage is too full to begin another batch.",
    });
    expect(await turn(true)).toMatchObject({ state: "Pending", submissionStatus: "Delayed" });
    await db.batch.update({ where: { id: ids[0] ?? "" }, data: { delayedUntil: new Date(0) } });
    expect(await turn(true)).toMatchObject({ state: "Processing", submissionStatus: "Pending" });
  });

  it("is not overtaken while it waits for working storage, in any lane, though there is room again in the same turn", async () => {
    const { db } = test.ctx;
    const { laneId, ids } = await repositoryLine(db, 3, { ordering: "unordered", width: 3 });
    const turn = async (rooms: readonly boolean[]) => {
      const left = [...rooms];
      await db.lane.update({ where: { id: laneId }, data: { dueAt: new Date(0) } });
      const lease = await takeLease(db, "lane", { id: laneId, owner: "w", leaseMs: 15_000, lastMs: 180_000 });
      const work = { laneId, fence: lease?.fence ?? 0n, signal: new AbortController().signal };
      const ports = handPorts(db, ledgers);
      await workLane(test.ctx, { ...ports, isStorageOpen: async () => left.shift() ?? true }, work);
      const rows = await db.batch.findMany({ where: { laneId }, orderBy: { laneSeq: "asc" } });
      return rows.map(({ submissionStatus }) => submissionStatus);
    };
    expect(await turn([true, false])).toEqual(["Pending", "Delayed", null]);
    expect(await turn([])).toEqual(["Pending", "Delayed", null]);
    await db.batch.update({ where: { id: ids[1] ?? "" }, data: { delayedUntil: new Date(0) } });
    expect(await turn([])).toEqual(["Pending", "Pending", "Pending"]);
  });
});
