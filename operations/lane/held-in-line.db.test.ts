import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { showUp } from "../../prisma/store/instance/show-up.ts";
import { takeLease } from "../../prisma/store/lease/take.ts";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { makeBatches, makeBatchList } from "../../tests/fixtures/ledger/sign.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { holdBatch } from "../batch/hold.ts";
import { releaseBatch } from "../batch/release.ts";
import type { Context } from "../context.ts";
import { getLane } from "./get.ts";
import { submitBatches } from "./submit-batches.ts";
import { workLane } from "./work.ts";

const PATIENCE_MS = 15_000;
const reason = "look at it";

let test: TestContext;
let ledger: FakeLedger;
const ledgers = createLedgers();
beforeAll(async () => {
  test = await testContext();
  await showUp(test.ctx.db, "w", "host");
  ledger = await startFakeLedger({ settleMs: 20 });
});
afterAll(async () => {
  await ledgers.close();
  await ledger.close();
  await test.end();
});

const ports = {
  ledgers,
  isStorageOpen: async () => true,
  faultPoint: async () => undefined,
  instance: "w",
  roll: () => 0,
};

/** A Sawtooth's serial lane with signed batches in line, an operator, and hands to work it with. */
async function line(name: string, count: number, settings: object = {}) {
  const connection = { url: ledger.sawtoothUrl(name), headers: {} };
  const env = { ...test.ctx.env, LANE_TIMES: 0.05, LEDGERS: { main: connection } };
  const ctx: Context = { ...test.as(await makePerson(test.ctx.db, "operator")), env };
  const about = { serviceId: `lane-${name}`, backend: "sawtooth", ledger: "main", settings } as const;
  const { laneId, serviceId } = await makeLaneScene(ctx.db, about);
  const read = () => readBatchList(makeBatchList(makeBatches(name, count)));
  await submitBatches(ctx, { serviceId, userAgent: null, read });
  const rows = () => ctx.db.batch.findMany({ where: { laneId }, orderBy: { laneSeq: "asc" } });
  const ids = (await rows()).map(({ id }) => id);
  const statuses = async () => (await rows()).map(({ submissionStatus }) => submissionStatus);
  /** Works the lane as workers do, until `isDone` says so. */
  const workUntil = async (isDone: (stands: Awaited<ReturnType<typeof statuses>>) => boolean) => {
    const end = performance.now() + PATIENCE_MS;
    while (!isDone(await statuses())) {
      if (performance.now() > end) throw new Error(`the lane stays at ${await statuses()}`);
      const lease = await takeLease(ctx.db, "lane", {
        id: laneId,
        owner: "w",
        leaseMs: 15_000,
        lastMs: 180_000,
      });
      if (!lease) await sleep(10);
      else await workLane(ctx, ports, { laneId, fence: lease.fence, signal: new AbortController().signal });
    }
  };
  const arrivals = () => {
    const known = ledger.log.flatMap(({ service, event, id }) =>
      service === name && event === "arrived" ? [id] : [],
    );
    return known;
  };
  const ledgerIds = async () => {
    const kept = await ctx.db.ledgerBatch.findMany({ where: { laneId } });
    return ids.map((id) => kept.find(({ batchId }) => batchId === id)?.ledgerId);
  };
  return { ctx, serviceId, ids, workUntil, arrivals, ledgerIds, statuses, rows };
}

describe("a batch that is held behind others in a ledger's serial lane", () => {
  it("arrives in its place once it is released", async () => {
    const { ctx, ids, workUntil, arrivals, ledgerIds } = await line("order", 4);
    const [, , third = ""] = ids;
    await holdBatch(ctx, { batchId: third, reason });
    await releaseBatch(ctx, { batchId: third });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
    expect(arrivals()).toEqual(await ledgerIds());
  });

  it("lets a Delayed one and those before it go on, stops those behind it, and the page says so", async () => {
    const settings = { tries: 1, delayWindowMs: 2_000 };
    const { ctx, serviceId, ids, workUntil, arrivals, ledgerIds, statuses } = await line(
      "ahead",
      4,
      settings,
    );
    const [, , third = ""] = ids;
    ledger.control({ fault: "busy", service: "ahead", times: 1 });
    await workUntil(([head]) => head === "Delayed");
    await holdBatch(ctx, { batchId: third, reason });
    const before = await getLane(ctx, serviceId);
    expect(["delayed", "next"]).toContain(before.why.cause);
    expect(before).toMatchObject({ alarm: null, head: { id: ids[0] } });
    await workUntil(([first, second]) => first === "Committed" && second === "Committed");
    await sleep(100);
    expect(await statuses()).toEqual(["Committed", "Committed", null, null]);
    const after = await getLane(ctx, serviceId);
    expect(after).toMatchObject({ why: { cause: "batch_held" }, alarm: null, head: { id: third } });
    await releaseBatch(ctx, { batchId: third });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
    expect(arrivals()).toEqual(await ledgerIds());
  });

  it("lets an Unknown one be asked about and sent again", async () => {
    const { ctx, ids, workUntil } = await line("unknown", 3, { postTimeoutMs: 100_000 });
    const [, second = ""] = ids;
    ledger.control({ fault: "send-timeout", service: "unknown", times: 1 });
    await holdBatch(ctx, { batchId: second, reason });
    await workUntil(([head]) => head === "Committed");
    await releaseBatch(ctx, { batchId: second });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
  });
});
