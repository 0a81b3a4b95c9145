import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { showUp } from "../../prisma/store/instance.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { handPorts, signedLine } from "../../tests/lanes/signed-line.ts";
import { type FakeLedger, startFakeLedger } from "../../tests/servers/fake-ledger/start.ts";
import { placeHold } from "../hold/place.ts";
import { releaseHold } from "../hold/release.ts";
import { getLane } from "../lane/get.ts";
import type { LanePorts } from "./ports.ts";

const reason = "look at it";

let test: TestContext;
let ledger: FakeLedger;
const ledgers = createLedgers();
beforeAll(async () => {
  test = await testContext();
  ports = handPorts(test.ctx.db, ledgers);
  await showUp(test.ctx.db, "w", "host");
  ledger = await startFakeLedger({ settleMs: 20 });
});
afterAll(async () => {
  await ledgers.close();
  await ledger.close();
  await test.end();
});

let ports: LanePorts;

const line = (name: string, count: number, settings: object = {}) =>
  signedLine(test, { ledger, ports }, { name, count, lane: { settings } });

describe("a batch that is held behind others in a ledger's serial lane", () => {
  it("arrives in its place once it is released", async () => {
    const { ctx, ids, workUntil, arrivals } = await line("order", 4);
    const [, , third = ""] = ids;
    await placeHold(ctx, { on: "batch", id: third, reason });
    await releaseHold(ctx, { on: "batch", id: third });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
    expect(await arrivals()).toEqual([1, 2, 3, 4]);
  });

  it("lets a Delayed one and those before it go on, stops those behind it, and the page says so", async () => {
    const settings = { tries: 1, delayWindowMs: 2_000 };
    const { ctx, serviceId, ids, workUntil, arrivals, statuses } = await line("ahead", 4, settings);
    const [, , third = ""] = ids;
    ledger.control({ fault: "busy", service: "ahead", times: 1 });
    await workUntil(([head]) => head === "Delayed");
    await placeHold(ctx, { on: "batch", id: third, reason });
    const before = await getLane(ctx, serviceId);
    expect(["delayed", "next"]).toContain(before.why.cause);
    expect(before).toMatchObject({ alarm: null, head: { id: ids[0] } });
    await workUntil(([first, second]) => first === "Committed" && second === "Committed");
    await sleep(100);
    expect(await statuses()).toEqual(["Committed", "Committed", null, null]);
    const after = await getLane(ctx, serviceId);
    expect(after).toMatchObject({ why: { cause: "batch_held" }, alarm: null, head: { id: third } });
    await releaseHold(ctx, { on: "batch", id: third });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
    expect(await arrivals()).toEqual([1, 2, 3, 4]);
  });

  it("lets an Unknown one be asked about and sent again", async () => {
    const { ctx, ids, workUntil } = await line("unknown", 3, { postTimeoutMs: 100_000 });
    const [, second = ""] = ids;
    ledger.control({ fault: "send-timeout", service: "unknown", times: 1 });
    await placeHold(ctx, { on: "batch", id: second, reason });
    await workUntil(([head]) => head === "Committed");
    await releaseHold(ctx, { on: "batch", id: second });
    await workUntil((stands) => stands.every((status) => status === "Committed"));
  });
});
