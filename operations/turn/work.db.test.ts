import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { openWorkshop, type Workshop } from "../../tests/factories/worked-lane.ts";

let test: TestContext;
let shop: Workshop;
beforeAll(async () => {
  test = await testContext();
  shop = await openWorkshop(test);
});
afterAll(async () => {
  await shop.end();
  await test.end();
});

const AN_HOUR = 3_600_000;

describe("a turn of a lane whose ledger decides at once", () => {
  it.each([
    ["is enough for three batches", { LANE_TURN_MS: AN_HOUR }, 1n],
    ["yields after LANE_STEPS", { LANE_STEPS: 1, LANE_TURN_MS: AN_HOUR }, 3n],
    ["yields after LANE_TURN_MS", { LANE_TURN_MS: 1 }, 3n],
  ])("%s", async (_, env, turns) => {
    const lane = await shop.lane({ backend: "sawtooth", env });
    shop.ledger.control({ fault: "settle", ms: 0, service: lane.service });
    await lane.submit(3);
    await lane.until((rows) => rows.every(({ submissionStatus }) => submissionStatus === "Committed"));
    const { fence } = await test.ctx.db.lane.findUniqueOrThrow({ where: { id: lane.laneId } });
    expect(fence).toBe(turns);
  });
});
