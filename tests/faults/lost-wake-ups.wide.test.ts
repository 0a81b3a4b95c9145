import { type Job, Worker } from "bullmq";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { openSite, type Site } from "./site.ts";

/** F25: wake-ups are lost on their way. Rows due for so long count as forgotten by the queue. */
const SILENT_MS = 1_000;
/**
 * Until a row whose wake-up was lost is worked: the silence, two looks of 200 ms, and what a busy machine adds; less than
 * the 10 s after which a row is announced again.
 */
const LIMIT_MS = SILENT_MS + 6_000;
const THIEVES = 8;
const LANES = 6;

let redis: Redis;
let site: Site;
let thieves: readonly Worker[];
/** Rows whose wake-up was taken out of the queue and thrown away. */
const stolen = new Set<string>();
const names = Array.from({ length: LANES }, (_, place) => `lost-${place}`);

beforeAll(async () => {
  redis = await startRedis();
  site = await openSite(names, { REDIS_URL: redis.url, DELIVERY_SILENT_MS: String(SILENT_MS) });
  const steal = async ({ data }: Job<{ id: string }>) => void stolen.add(data.id);
  thieves = Array.from({ length: THIEVES }, () => {
    const thief = new Worker<{ id: string }>("waybill-lanes", steal, { connection: { url: redis.url } });
    thief.on("error", () => undefined);
    return thief;
  });
  await site.start();
  await site.occupy();
  await Promise.all(thieves.map((thief) => thief.waitUntilReady()));
});

afterAll(async () => {
  await Promise.all(thieves.map((thief) => thief.close(true)));
  await site?.close();
  await redis?.stop();
});

it("a lane whose wake-up was lost is found by the sweep within its limit", async () => {
  const robbed: number[] = [];
  for (const name of names) {
    const lane = await site.lane(name);
    const began = performance.now();
    await lane.submit(makeBatches(name, 1));
    await lane.until(([one]) => one !== undefined && one.attempts.length > 0, 15_000);
    if (stolen.has(lane.laneId)) robbed.push(performance.now() - began);
    await lane.until(all("Committed"), 15_000);
  }
  console.log(
    `wake-ups lost of ${stolen.size} lanes; worked after ${robbed.map((ms) => ms.toFixed(0)).join(", ")} ms`,
  );
  expect(robbed.length).toBeGreaterThan(0);
  expect(Math.max(...robbed)).toBeLessThan(LIMIT_MS);
  expect(names.map((name) => site.arrivals(name).length)).toEqual(names.map(() => 1));
});
