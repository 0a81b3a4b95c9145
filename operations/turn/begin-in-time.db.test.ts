import { afterAll, beforeAll, expect, it } from "vitest";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { handPorts, signedLine } from "../../tests/lanes/signed-line.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { getLane } from "../lane/get.ts";
import { updateLaneSettings } from "../lane/update.ts";
import type { LanePorts } from "./ports.ts";

let test: TestContext;
let ledger: FakeLedger;
const ledgers = createLedgers();
beforeAll(async () => {
  test = await testContext();
  ports = handPorts(test.ctx.db, ledgers);
  ledger = await startFakeLedger({ settleMs: 20 });
});
afterAll(async () => {
  await ledgers.close();
  await ledger.close();
  await test.end();
});

let ports: LanePorts;

it("a lane with the standard settings is worked where both expiries of a claim are 15 s", async () => {
  const ask = { name: "short", count: 2, timeScale: 1, lastMs: 15_000 };
  const { ctx, laneId, workUntil, arrivals } = await signedLine(test, { ledger, ports }, ask);
  await workUntil((stands) => stands.every((status) => status === "Committed"));
  expect(await arrivals()).toEqual([1, 2]);
  expect(await ctx.db.attempt.count({ where: { laneId } })).toBe(2);
});

it("a lane that is made serial after a turn has looked begins one batch of those the turn has found", async () => {
  let change = async () => {};
  const late = handPorts(test.ctx.db, ledgers, {
    at: async (point) => {
      if (point === "lane:picked") await change();
    },
  });
  const ask = { name: "late", count: 4, lane: { ordering: "unordered", width: 3 } } as const;
  const scene = await signedLine(test, { ledger, ports: late }, ask);
  const { ctx, serviceId, laneId, turn, workUntil, arrivals } = scene;
  change = async () => {
    change = async () => {};
    const { revision } = await getLane(ctx, serviceId);
    await updateLaneSettings(ctx, {
      serviceId,
      revision,
      ordering: "serial",
      settings: {},
      reason: "one at a time",
    });
  };
  ledger.control({ fault: "stuck", service: "late", times: 1 });
  await turn().catch((error: { code?: string }) => expect(error.code).toBe("lease_lost"));
  expect(await ctx.db.attempt.count({ where: { laneId } })).toBe(1);
  expect((await getLane(ctx, serviceId)).alarm).toBeNull();
  ledger.control({ clear: "stuck", service: "late" });
  await ctx.db.lane.update({
    where: { id: laneId },
    data: { leaseOwner: null, leaseUntil: null, dueAt: new Date(0) },
  });
  await workUntil((stands) => stands.every((status) => status === "Committed"));
  expect(await arrivals()).toEqual([1, 2, 3, 4]);
});
