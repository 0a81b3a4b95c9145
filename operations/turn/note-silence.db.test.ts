import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type WorkedLane, type Workshop } from "../../tests/factories/worked-lane.ts";
import { getBatch } from "../batch/get.ts";
import { getLane } from "../lane/get.ts";
import { skipBatch } from "../lane/skip.ts";

let test: TestContext;
let shop: Workshop;
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
  await test.ctx.db.instance.create({
    data: { id: "host-1", name: "host", seenAt: new Date("2200-01-01") },
  });
});
afterAll(async () => {
  await shop.end();
  await test.end();
});

const silentSince = async ({ laneId }: WorkedLane) =>
  (await test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } })).silentSince;
const firstOf = async (lane: WorkedLane) => (await lane.rows())[0]?.id ?? "";

describe("a ledger that does not answer", () => {
  it("a submission: the lane, its batch and the page say so since the first time, until it answers", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const operator = test.as(await makePerson(test.ctx.db, "operator"));
    await lane.submit(1);
    shop.ledger.control({ fault: "drop-before", times: 0, service: lane.service });
    shop.ledger.control({ fault: "drop-before", on: "status", times: 0, service: lane.service });
    await lane.until(async () => (await silentSince(lane)) !== null);
    const since = await silentSince(lane);
    await lane.workFor(300);
    expect(await silentSince(lane)).toEqual(since);
    const id = await firstOf(lane);
    const minute = since?.toISOString().slice(0, 16).replace("T", " ");
    const batch = await getBatch(operator, id);
    expect(batch.waits).toMatchObject({ code: "ledger_unreachable", who: "nobody" });
    expect(batch.whereIsIt).toBe(
      `The ledger has been unreachable since ${minute} UTC. Waybill keeps trying.`,
    );
    const { why } = await getLane(operator, lane.serviceId);
    expect([why.cause, why.sentence]).toEqual([
      "silent",
      expect.stringMatching(/^The ledger has been unreachable since .* UTC\. Waybill /),
    ]);

    shop.ledger.control({ clear: "all" });
    await lane.until((rows) => rows.every(({ submissionStatus }) => submissionStatus === "Committed"));
    expect(await silentSince(lane)).toBeNull();
    expect((await getBatch(operator, id)).waits).toBeNull();
  });

  it("a question after it had taken the batch", async () => {
    const lane = await shop.lane({ backend: "scabbard" });
    shop.ledger.control({ fault: "drop-before", on: "status", times: 0, service: lane.service });
    await lane.submit(1);
    await lane.until(async () => (await silentSince(lane)) !== null);
    shop.ledger.control({ clear: "all" });
    await lane.until((rows) => rows.every(({ submissionStatus }) => submissionStatus === "Committed"));
    expect(await silentSince(lane)).toBeNull();
  });

  it("is forgotten once nobody waits for it any more", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    const operator = test.as(await makePerson(test.ctx.db, "operator"));
    shop.ledger.control({ fault: "busy", times: 0, service: lane.service });
    await lane.submit(1);
    await lane.until((rows) => (rows[0]?.tries ?? 0) > 0);
    await test.ctx.db.lane.update({ where: { id: lane.laneId }, data: { silentSince: new Date(0) } });
    const ask = { serviceId: lane.serviceId, batchId: await firstOf(lane), reason: "asked for by phone" };
    await skipBatch(operator, ask);
    await lane.workFor(100);
    expect(await silentSince(lane)).toBeNull();
  });

  it("is not known of a call that could not be made", async () => {
    const lane = await shop.lane({ backend: "sawtooth", headers: { "no header": "x" } });
    await lane.submit(1);
    await lane.until(() => lane.isHalted());
    expect(await silentSince(lane)).toBeNull();
  });

  it("is none that answers by a refusal, or that it has no room", async () => {
    const lane = await shop.lane({ backend: "sawtooth" });
    shop.ledger.control({ fault: "busy", times: 2, service: lane.service });
    await lane.submit(1);
    await lane.until((rows) => (rows[0]?.tries ?? 0) > 0);
    expect(await silentSince(lane)).toBeNull();
    const busy = await getBatch(test.ctx, await firstOf(lane));
    expect(busy.waits).toMatchObject({ code: "ledger_busy", who: "nobody" });
  });
});
