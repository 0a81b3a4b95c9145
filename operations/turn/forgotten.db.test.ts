import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listLaneAlarms } from "../../prisma/store/lane/alarms.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type WorkedLane, type Workshop } from "../../tests/factories/worked-lane.ts";
import { checkOrder } from "../../tests/servers/fake-ledger/check-order.ts";
import { getBatch } from "../batch/get.ts";
import type { Context } from "../context.ts";
import { getLane } from "../lane/get.ts";
import { resumeLane } from "../lane/resume.ts";

let test: TestContext;
let shop: Workshop;
let operator: Context;
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
  operator = test.as(await makePerson(test.ctx.db, "operator"));
  const seenAt = new Date("2200-01-01");
  await test.ctx.db.instance.create({ data: { id: "host-1", name: "host", seenAt } });
});
afterAll(async () => {
  await shop.end();
  await test.end();
});

const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };
/** A ledger is believed after a tenth of a second, or has said Valid for too long; lanes halt after four times. */
const TIMES = { graceMs: 2_000, graceAnswers: 1, stuckValidMs: 2_000, haltAfterForgotten: 4 };

const alarms = async ({ laneId }: WorkedLane) =>
  (await listLaneAlarms(test.ctx.db, [laneId], 0.05, "all"))
    .map(({ kind, batches }) => ({ kind, batches }))
    .sort((one, other) => one.batches - other.batches);
const arrivals = ({ service }: WorkedLane) =>
  shop.ledger.log
    .filter((entry) => entry.service === service && entry.event === "arrived")
    .map(({ id }) => id);

describe("a ledger that takes a batch and forgets it, again and again", () => {
  it("is counted, is an alarm after the third time, and halts the lane after as many as it is set to", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: TIMES });
    const { service, serviceId } = lane;
    shop.ledger.control({ fault: "stuck", service, times: 0 });
    const batches = await lane.submit(2);
    const seen = new Map<number, unknown>();
    const forgetting = async () => {
      const [row] = await lane.rows();
      if (row?.submissionStatus === "Pending") shop.ledger.control({ fault: "lose-pending", service });
      const times = row?.forgottenCount ?? 0;
      if (!seen.has(times)) seen.set(times, await alarms(lane));
      return lane.isHalted();
    };
    const [row, next] = await lane.until(forgetting);
    const told = [{ kind: "keeps_forgetting", batches: 1 }];
    expect([...seen]).toEqual([
      [0, []],
      [1, []],
      [2, []],
      [3, told],
      [4, [{ kind: "halted", batches: 0 }, ...told]],
    ]);
    expect(row).toMatchObject({
      submissionStatus: "Unknown",
      forgottenCount: 4,
      forgottenAt: expect.any(Date),
    });
    expect([next?.submitted, arrivals(lane)]).toEqual([
      false,
      Array.from({ length: 4 }, () => batches[0]?.id),
    ]);
    const view = await getLane(operator, serviceId);
    expect(view.halted?.reason).toBe("The ledger has taken a batch and forgotten it 4 times.");
    expect(view.alarm?.sentence).toMatch(
      /^The ledger has taken a batch and forgotten it 3 times or more, last at /,
    );
    expect(view.head).toMatchObject({ forgottenCount: 4, forgottenAt: row?.forgottenAt?.toISOString() });
    const { whereIsIt } = await getBatch(operator, row?.id ?? "");
    expect(whereIsIt).toContain("The ledger has taken it and forgotten it 4 times.");
    await lane.workFor(200);
    expect(arrivals(lane)).toHaveLength(4);

    await resumeLane(operator, { serviceId, reason: "the node has a disk again" });
    await lane.until(forgetting);
    expect((await lane.rows())[0]).toMatchObject({ forgottenCount: 8 });
    shop.ledger.control({ clear: "stuck", service });
    await resumeLane(operator, { serviceId, reason: "the node is another one" });
    await lane.until((rows) => rows.every(({ submissionStatus }) => submissionStatus === "Committed"));
    expect(await alarms(lane)).toEqual([]);
    const log = shop.ledger.log.filter((entry) => entry.service === service);
    expect(checkOrder(log, { [service]: batches })).toEqual(NOTHING);
  });

  it("and says Valid in between is counted too", async () => {
    const lane = await shop.lane({ backend: "sawtooth", settings: { ...TIMES, haltAfterForgotten: 3 } });
    const { service } = lane;
    shop.ledger.control({ fault: "rollback", service, times: 0 });
    await lane.submit(2);
    await lane.until(async ([row]) => {
      // Valid for so long that it counts as Unknown: now the ledger no longer knows it, once
      if (row?.submissionStatus === "Unknown" && row.validSince && row.forgottenCount < 3) {
        shop.ledger.control({ clear: "unknown", service });
        shop.ledger.control({ fault: "unknown", service });
      }
      return lane.isHalted();
    });
    const [row, next] = await lane.rows();
    expect([row?.forgottenCount, next?.submitted]).toEqual([3, false]);
    expect(await alarms(lane)).toContainEqual({ kind: "keeps_forgetting", batches: 1 });
  });
});
