import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import { until } from "../pipeline/until.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy/start.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { openSite, type Site } from "./site.ts";

/** F12: every connection to Redis goes silent and stays so; new ones work. A start while Redis is away. */
const SILENT_MS = 1_000;
const NAMES = ["before", "during", "away", ...Array.from({ length: 40 }, (_, place) => `after-${place}`)];

let redis: Redis;
let door: FaultProxy;
let site: Site;
let worker: WorkerProcess;

beforeAll(async () => {
  redis = await startRedis();
  door = await startFaultProxy({ targetPort: redis.port });
  site = await openSite(NAMES, { REDIS_URL: door.urlOf(redis.url), DELIVERY_SILENT_MS: String(SILENT_MS) });
  worker = await site.start();
  await site.occupy();
});

afterAll(async () => {
  await site?.close();
  await door?.close();
  await redis?.stop();
});

/** Works a lane of one batch. @returns after how many ms its batch was handed over */
async function work(name: string): Promise<number> {
  const lane = await site.lane(name);
  const began = performance.now();
  await lane.submit(makeBatches(name, 1));
  await until(async () => site.arrivals(name).length > 0 || "nothing has arrived", 30_000);
  const ms = performance.now() - began;
  await lane.until(all("Committed"));
  return ms;
}

it("half-open connections are given up, and wake-ups come again without a restart", async () => {
  await work("before");
  door.blackhole();
  await work("during");
  expect(door.seen.blackholed).toBeGreaterThan(0);
  door.heal();
  const silences = () => worker.lines.filter((line) => line.includes("no wake-ups are arriving")).length;
  expect(silences()).toBeGreaterThan(0);
  // by wake-ups again: at once, and nobody notices a silence
  for (const name of NAMES.filter((one) => one.startsWith("after"))) {
    const before = silences();
    await work(name);
    if (silences() === before) return;
  }
  throw new Error("no lane was worked by a wake-up any more");
});

it("a worker that starts while Redis is away begins to work, and stops cleanly", async () => {
  await worker.stop();
  expect(await worker.ended).toBe(0);
  door.refuse();
  door.resetPeers();
  const late = await site.start();
  await work("away");
  expect(late.lines.some((line) => line.includes("starting without wake-ups"))).toBe(true);
  await late.stop();
  expect(await late.ended).toBe(0);
  door.heal();
});
