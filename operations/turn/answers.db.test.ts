import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listLaneAlarms } from "../../prisma/store/lane/alarms.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type WorkedLane, type Workshop } from "../../tests/factories/worked-lane.ts";
import type { Context } from "../context.ts";
import { resumeLane } from "../lane/resume.ts";

let test: TestContext;
let shop: Workshop;
let operator: Context;
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
  operator = test.as(await makePerson(test.ctx.db, "operator"));
});
afterAll(async () => {
  await shop.end();
  await test.end();
});

const statuses = (rows: readonly { readonly submissionStatus: string | null }[]) =>
  rows.map(({ submissionStatus }) => submissionStatus);
const outcomes = async ({ laneId }: WorkedLane) =>
  (await test.ctx.db.attempt.findMany({ where: { laneId }, orderBy: { id: "asc" } })).map(
    ({ outcome }) => outcome,
  );
const isCommitted = (rows: readonly { readonly submissionStatus: string | null }[]) =>
  rows.every(({ submissionStatus }) => submissionStatus === "Committed");

/** The state of a batch that is sent again next: busy for all tries and delayed, or asked about and unknown. */
const AGAIN = {
  Delayed: { submissionStatus: "Delayed", delayedUntil: new Date("2020-01-01") },
  Unknown: { submissionStatus: "Unknown", unknownSince: new Date(), unknownCount: 1 },
} as const;

describe("a batch that is sent again and refused for a fault of the lane's goes on once that is mended", () => {
  it.each(["Delayed", "Unknown"] as const)("%s, refused with 401", async (before) => {
    const lane = await shop.lane({ backend: "sawtooth" });
    await lane.submit(2);
    const [first] = await lane.rows();
    await test.ctx.db.batch.update({
      where: { id: first?.id ?? "" },
      data: { state: "Processing", ...AGAIN[before] },
    });
    shop.ledger.control({ fault: "answer", httpStatus: 401, body: "who are you", service: lane.service });
    expect(statuses(await lane.until(() => lane.isHalted()))).toEqual([before, null]);
    await resumeLane(operator, { serviceId: lane.serviceId, reason: "the token is the new one" });
    await lane.until(isCommitted);
    expect(await outcomes(lane)).toEqual(["rejected", "accepted", "accepted"]);
  });

  it.each(["Delayed", "Unknown"] as const)("%s, its connection not in LEDGERS", async (before) => {
    let isConnected = false;
    const lane = await shop.lane({ backend: "sawtooth", isConnected: () => isConnected });
    await lane.submit(2);
    const [first] = await lane.rows();
    await test.ctx.db.batch.update({
      where: { id: first?.id ?? "" },
      data: { state: "Processing", ...AGAIN[before] },
    });
    expect(statuses(await lane.until(() => lane.isHalted()))).toEqual([before, null]);
    isConnected = true;
    await resumeLane(operator, { serviceId: lane.serviceId, reason: "the connection is back" });
    await lane.until(isCommitted);
    expect(await outcomes(lane)).toEqual(["accepted", "accepted"]);
  });
});

describe("a batch its ledger says Valid of", () => {
  it("counts as stuck from its first Valid on, however long ago it was accepted", async () => {
    const lane = await shop.lane({ backend: "scabbard" });
    const [signed] = await lane.submit(1);
    const [row] = await lane.rows();
    const id = row?.id ?? "";
    const acceptedAt = new Date("2020-01-01");
    await test.ctx.db.batch.update({
      where: { id },
      data: {
        state: "Processing",
        submitted: true,
        submissionStatus: "Pending",
        acceptedAt,
        nextCheckAt: new Date(),
      },
    });
    const body = JSON.stringify([{ id: signed?.id, status: { statusType: "Valid", message: [] } }]);
    shop.ledger.control({
      fault: "answer",
      httpStatus: 200,
      body,
      on: "status",
      times: 0,
      service: lane.service,
    });
    await lane.until(([first]) => first?.submissionStatus === "Valid");
    const [stuck] = await lane.until(([first]) => first?.submissionStatus === "Unknown");
    const { validSince, unknownSince } = stuck ?? {};
    // stuckValidMs is 60 s, a twentieth of that here
    expect(Number(unknownSince) - Number(validSince)).toBeGreaterThan(2_900);
    const alarms = await listLaneAlarms(test.ctx.db, [lane.laneId], 0.05, "all");
    expect(alarms).toEqual([{ laneId: lane.laneId, kind: "stuck_valid", batches: 1, from: validSince }]);
  });
});

describe("a batch whose acceptance was learned by asking", () => {
  it("is sent again when its ledger loses what was pending", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const { service } = lane;
    shop.ledger.control({ fault: "stuck", service });
    shop.ledger.control({ fault: "drop-after", service });
    await lane.submit(2);
    const [pending] = await lane.until(([first]) => first?.submissionStatus === "Pending");
    expect(pending?.acceptedAt).toBeInstanceOf(Date);
    shop.ledger.control({ fault: "lose-pending", service });
    await lane.until(isCommitted);
    expect(await outcomes(lane)).toEqual(["ambiguous", "accepted", "accepted"]);
  });

  it("is an alarm when it stays Pending, from then on", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const { service } = lane;
    shop.ledger.control({ fault: "stuck", service });
    shop.ledger.control({ fault: "drop-after", service });
    await lane.submit(1);
    const [pending] = await lane.until(([first]) => first?.submissionStatus === "Pending");
    const alarms = await listLaneAlarms(test.ctx.db, [lane.laneId], 0.000_001, "all");
    expect(alarms).toEqual([
      { laneId: lane.laneId, kind: "stuck_pending", batches: 1, from: pending?.acceptedAt },
    ]);
  });

  it("is Unknown when it stays Valid", async () => {
    const lane = await shop.lane({ backend: "scabbard" });
    const { service } = lane;
    shop.ledger.control({ fault: "rollback", service });
    shop.ledger.control({ fault: "drop-after", service });
    await lane.submit(1);
    const [valid] = await lane.until(([first]) => first?.submissionStatus === "Valid");
    expect(valid?.acceptedAt).toBeInstanceOf(Date);
    await lane.until(([first]) => first?.submissionStatus === "Unknown" && first.validSince !== null);
  });
});

describe("a ledger that answers nothing to rely on, and does not have the batch", () => {
  it("is tried as a busy one is: with pauses, ten times, then the batch is Delayed", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const { service, laneId } = lane;
    shop.ledger.control({ fault: "unavailable", code: 18, service, times: 10 });
    await lane.submit(2);
    const [delayed, next] = await lane.until(([first]) => first?.submissionStatus === "Delayed");
    expect([delayed?.submitted, delayed?.tries, next?.submissionStatus]).toEqual([false, 0, null]);
    const attempts = await test.ctx.db.attempt.findMany({ where: { laneId }, orderBy: { id: "asc" } });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => "ambiguous"));
    const pauses = attempts.flatMap(({ begunAt }, place) => {
      const before = attempts[place - 1]?.answeredAt;
      return before ? [begunAt.getTime() - before.getTime()] : [];
    });
    // 250 ms and 500 more each, a twentieth of that here; the database keeps whole milliseconds
    for (const [place, pause] of pauses.entries()) expect(pause).toBeGreaterThan(12.5 + 25 * place - 3);
    const last = attempts.at(-1)?.answeredAt ?? new Date();
    const window = Number(delayed?.delayedUntil) - last.getTime();
    // counted from the recorded answer: a twentieth of 15 s
    expect(window).toBeGreaterThan(745);
    await lane.until(isCommitted);
    expect((await outcomes(lane)).slice(10)).toEqual(["accepted", "accepted"]);
  });

  it("is not tried before its Retry-After is over, by whatever worker", async () => {
    const lane = await shop.lane({ backend: "sawtooth", times: 1 });
    const { service, laneId } = lane;
    shop.ledger.control({ fault: "unavailable", code: 18, retryAfter: "600", service });
    await lane.submit(1);
    await lane.until(([first]) => first?.submissionStatus === "Unknown" && first.unknownCount > 0);
    await lane.workFor(300);
    const [row] = await lane.rows();
    expect(row).toMatchObject({ submissionStatus: "Unknown", submitted: false, tries: 1 });
    const [attempt] = await test.ctx.db.attempt.findMany({ where: { laneId } });
    // it asks for ten minutes; five are waited, stored in the database
    const pause = Number(row?.retryAt) - Number(attempt?.answeredAt);
    expect(pause).toBeGreaterThan(299_990);
    expect(pause).toBeLessThan(400_000);
    expect(await outcomes(lane)).toEqual(["ambiguous"]);
    await test.ctx.db.batch.updateMany({ where: { laneId }, data: { retryAt: new Date() } });
    await test.ctx.db.lane.update({ where: { id: laneId }, data: { dueAt: new Date() } });
    await lane.until(isCommitted);
  });

  it("is asked during the pause, and sent nothing once it has the batch", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const { service } = lane;
    shop.ledger.control({ fault: "unknown", service, times: 2 });
    shop.ledger.control({ fault: "unavailable", code: 17, retryAfter: "600", accept: true, service });
    await lane.submit(1);
    await lane.until(isCommitted);
    expect(await outcomes(lane)).toEqual(["ambiguous"]);
  });

  it("that is scabbard is sent nothing again by itself", async () => {
    const lane = await shop.lane({ backend: "scabbard", settings: { tries: 1 } });
    shop.ledger.control({ fault: "unavailable", service: lane.service });
    await lane.submit(1);
    const [row] = await lane.until(([first]) => first?.unresolved === true);
    expect(row).toMatchObject({ submissionStatus: "Unknown", retryAt: null });
    expect(await outcomes(lane)).toEqual(["ambiguous"]);
  });
});
