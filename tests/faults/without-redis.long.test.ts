import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChaosLane } from "../chaos/lanes.ts";
import { untilFinal } from "../chaos/until-final.ts";
import { makeWorld, type World } from "../chaos/world.ts";
import { until } from "../pipeline/until.ts";
import { checkOrder } from "../servers/fake-ledger/check-order.ts";

/** How long Redis is away; real time, a minute. */
const AWAY_MS = Number(process.env.REDIS_AWAY_MS ?? 60_000);
/** A lane comes each so often meanwhile. */
const EACH_MS = 3_000;
/** Within which a lane is worked: 2 s of silence, a look or two, and what a busy machine adds. */
const LIMIT_MS = 10_000;
/** Lanes for which wake-ups may take to come again. */
const MOST_AFTER = 40;
const PATIENCE_MS = 60_000;
const NOTHING = { lost: [], duplicated: [], outOfOrder: [], overlap: [], late: [], unexpected: [] };

let world: World;
beforeAll(async () => {
  world = await makeWorld({ seed: 7, lanes: 0, workers: 2 });
  await Promise.all(world.workers.map((_, place) => world.startWorker(place)));
});
afterAll(() => world?.end());

const arrivals = ({ service }: ChaosLane) =>
  world.ledger.log.filter((entry) => entry.service === service && entry.event === "arrived").length;

/** Hands in a lane of three batches. @returns after how many ms its first one arrived at the ledger */
async function work(): Promise<number> {
  const began = performance.now();
  const [lane] = await world.feed(1, { batches: 3 });
  if (!lane) throw new Error("no lane");
  await until(async () => arrivals(lane) > 0 || "nothing has arrived", PATIENCE_MS);
  return performance.now() - began;
}

const workersOf = () => world.workers.map((worker) => worker?.pid);
const silences = () =>
  world.workers.flatMap(
    (worker) => worker?.lines.filter((line) => line.includes("no wake-ups are arriving")) ?? [],
  ).length;

const expectAllInOrder = () => {
  const expected = Object.fromEntries(world.lanes.map(({ service, batches }) => [service, batches]));
  expect(checkOrder(world.ledger.log, expected)).toEqual(NOTHING);
};

it.each(["SIGTERM", "SIGKILL"] as const)(
  "F07: Redis ended by %s in the middle of work, and started without its data: all goes on within 10 s",
  async (signal) => {
    const lanes = await world.feed(20, { batches: 30 });
    await until(
      async () => lanes.every((lane) => arrivals(lane) > 0) || "not all are under way",
      PATIENCE_MS,
    );
    const before = workersOf();
    await world.restartRedis(1_000, signal);
    const open = lanes.filter((lane) => arrivals(lane) < lane.batches.length);
    const seen = open.map(arrivals);
    const upAt = performance.now();
    await until(
      async () => open.every((lane, place) => arrivals(lane) > (seen[place] ?? 0)) || "not all go on",
      LIMIT_MS,
    );
    console.log(
      `${signal}: ${open.length} lanes open, all went on after ${Math.round(performance.now() - upAt)} ms`,
    );
    expect(open.length).toBeGreaterThan(0);
    await untilFinal(world, lanes, PATIENCE_MS);
    expect(workersOf()).toEqual(before);
    expectAllInOrder();
  },
);

it(
  "a minute without Redis costs latency only, and wake-ups come again after it",
  async () => {
    const before = workersOf();
    const ms: number[] = [];
    await world.restartRedis(async () => {
      await expect(world.withRedis((redis) => redis.ping())).rejects.toThrow();
      for (const end = performance.now() + AWAY_MS; performance.now() < end; ) {
        const next = performance.now() + EACH_MS;
        ms.push(await work());
        await sleep(Math.max(0, next - performance.now()));
      }
    });
    console.log(`without Redis worked after ${ms.map((one) => one.toFixed(0)).join(", ")} ms`);
    expect(Math.max(...ms)).toBeLessThan(LIMIT_MS);
    expect(silences()).toBeGreaterThan(0);
    for (let count = 0; ; count += 1) {
      const seen = silences();
      const after = await work();
      if (silences() === seen && after < 1_500) break;
      expect(count).toBeLessThan(MOST_AFTER);
    }
    await untilFinal(world, world.lanes, PATIENCE_MS);
    for (const pid of before) process.kill(pid ?? 0, 0);
    expectAllInOrder();
  },
  AWAY_MS + 4 * PATIENCE_MS,
);
