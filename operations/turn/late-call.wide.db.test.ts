import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { beginNext } from "../../prisma/store/attempt/serial.ts";
import { takeLease } from "../../prisma/store/lease.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type WorkedLane, type Workshop } from "../../tests/factories/worked-lane.ts";
import { checkOrder } from "../../tests/servers/fake-ledger/check-order.ts";

let test: TestContext;
let shop: Workshop;
const ledgers = createLedgers();
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
});
afterAll(async () => {
  await ledgers.close();
  await shop.end();
  await test.end();
});

const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** Calls are cut off after 2 s and settle in 3 s, since times are a twentieth. */
const TIMES = { postTimeoutMs: 40_000, settleMs: 60_000 };
/** When a late call arrives: in the middle of that. */
const LATE_MS = 3_000;

const logOf = ({ service }: WorkedLane) => shop.ledger.log.filter((entry) => entry.service === service);
/** Submissions the ledger has read, whatever it did with them. */
const posts = ({ service }: WorkedLane) =>
  shop.ledger.requests.filter(
    ({ method, path }) => method === "POST" && path.includes(`/${service.replace("::", "/")}/batches`),
  );
const isDone = (rows: readonly { readonly submissionStatus: string | null }[]) =>
  rows.every(({ submissionStatus }) => submissionStatus === "Committed" || submissionStatus === "Invalid");

/**
 * Makes the call of a lane's first batch, as a worker that dies before the answer would; its claim has since expired.
 */
async function dieInCall(laneId: string, service: string): Promise<void> {
  const { db } = test.ctx;
  const claim = { id: laneId, owner: "dead", leaseMs: 60_000, lastMs: 60_000 };
  const lease = await takeLease(db, "lane", claim);
  const attempt = {
    laneId,
    fence: lease?.fence ?? 0n,
    instance: "dead",
    postTimeoutMs: 2_000,
    settleMs: 3_000,
  };
  const begun = await beginNext(db, attempt);
  if (!begun) throw new Error("nothing was begun");
  const target = { serviceId: service, url: shop.ledger.sawtoothUrl(service), headers: {} };
  const { signal } = new AbortController();
  await ledgers.sawtooth.submit(target, begun.body, { deadline: performance.now() + 1_500, signal });
  await db.lane.update({ where: { id: laneId }, data: { leaseUntil: new Date(0) } });
}

describe("a ledger that applies a call late that was cut off", { timeout: 60_000 }, () => {
  it("gets nothing twice, and the next batch only after it", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: TIMES });
    shop.ledger.control({ fault: "late", ms: LATE_MS, service: lane.service });
    const batches = await lane.submit(2);
    await lane.until(isDone);
    await lane.workFor(1_500);
    expect(checkOrder(logOf(lane), { [lane.service]: batches })).toEqual(NOTHING);
    expect(posts(lane)).toHaveLength(2);
  });

  it("that finds it invalid does not run it again after a later one", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: TIMES });
    shop.ledger.control({ fault: "late", ms: LATE_MS, service: lane.service });
    shop.ledger.control({ fault: "invalid", service: lane.service });
    const batches = await lane.submit(2);
    const rows = await lane.until(isDone);
    await lane.workFor(1_500);
    expect(rows.map(({ submissionStatus }) => submissionStatus)).toEqual(["Invalid", "Committed"]);
    expect(checkOrder(logOf(lane), { [lane.service]: batches })).toEqual(NOTHING);
    expect(posts(lane)).toHaveLength(2);
  });

  it("is asked all the while, and sent it again, once, when it has not come by the time it settles", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: TIMES });
    shop.ledger.control({ fault: "slow", ms: 60_000, service: lane.service });
    shop.ledger.control({ fault: "answer", httpStatus: 504, service: lane.service });
    const batches = await lane.submit(2);
    const [waiting] = await lane.until(
      ([first]) => first?.submissionStatus === "Unknown" && first.checks > 3,
    );
    expect(waiting).toMatchObject({ submitted: false, unknownCount: 0 });
    const rows = await lane.until(isDone);
    // busy: a machine too busy to send anything in time
    const attempts = await test.ctx.db.attempt.findMany({
      where: { batchId: rows[0]?.id ?? "", outcome: { not: "busy" } },
      orderBy: { id: "asc" },
    });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["ambiguous", "accepted"]);
    const [cut, again] = attempts;
    expect(Number(again?.begunAt)).toBeGreaterThanOrEqual(Number(cut?.settlesAt));
    expect(Number(cut?.settlesAt) - Number(cut?.deadlineAt)).toBe(3_000);
    expect(posts(lane)).toHaveLength(3);
    expect(checkOrder(logOf(lane), { [lane.service]: batches })).toEqual(NOTHING);
  });

  it("that is scabbard leaves it to a person only when it cannot come any more", async () => {
    // its grace time is half the settling time of the call
    const lane = await shop.lane({ backend: "scabbard", settings: TIMES });
    shop.ledger.control({ fault: "late", ms: LATE_MS, service: lane.service });
    const batches = await lane.submit(2);
    let wasUnresolved = false;
    await lane.until((rows) => {
      wasUnresolved ||= rows.some(({ unresolved }) => unresolved);
      return isDone(rows);
    });
    expect(wasUnresolved).toBe(false);
    expect(posts(lane)).toHaveLength(2);
    expect(checkOrder(logOf(lane), { [lane.service]: batches })).toEqual(NOTHING);
  });
});

describe("a worker that dies in the call", { timeout: 60_000 }, () => {
  it("leaves the lane to others when the call is cut off, who ask, and send nothing before it settles", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: TIMES });
    const { laneId, service } = lane;
    shop.ledger.control({ fault: "late", ms: LATE_MS, service });
    const batches = await lane.submit(2);
    await dieInCall(laneId, service);
    const [taken] = await lane.until(([first]) => first?.submissionStatus === "Unknown");
    const [attempt] = await test.ctx.db.attempt.findMany({ where: { laneId } });
    expect(attempt).toMatchObject({ outcome: "lost" });
    expect(Number(taken?.unknownSince)).toBeGreaterThanOrEqual(Number(attempt?.deadlineAt));
    expect(Number(taken?.unknownSince)).toBeLessThan(Number(attempt?.settlesAt));
    await lane.until(isDone);
    expect(posts(lane)).toHaveLength(2);
    expect(checkOrder(logOf(lane), { [service]: batches })).toEqual(NOTHING);
  });
});
