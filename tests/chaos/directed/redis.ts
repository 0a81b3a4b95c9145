import { setTimeout as sleep } from "node:timers/promises";
import { startWorker } from "../../pipeline/worker-process.ts";
import { type Directed, must } from "../faults/fault.ts";
import { untilFinal } from "../until-final.ts";
import type { World } from "../world.ts";

const PATIENCE_MS = 120_000;
const AWAY_MS = 20_000;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const workersAreThere = (world: World) => {
  for (const worker of world.workers) process.kill(worker?.pid ?? 0, 0);
};

/** Redis away, full, evicting, and half-open: it costs latency only. */
export const REDIS_DIRECTED: readonly Directed[] = [
  {
    code: "F09",
    name: "Redis away for 20 s",
    prove: async (world) => {
      let [withoutMs, refusals] = [0, 0];
      await world.restartRedis(async () => {
        const began = performance.now();
        await world
          .withRedis((redis) => redis.ping())
          .catch(() => {
            refusals += 1;
          });
        withoutMs = await untilFinal(world, await world.feed(10), PATIENCE_MS);
        await sleep(Math.max(0, AWAY_MS - (performance.now() - began)));
      });
      must(refusals === 1, "Redis still answered");
      workersAreThere(world);
      const afterMs = await untilFinal(world, await world.feed(6), PATIENCE_MS);
      return `refused; 10 lanes final without it in ${seconds(withoutMs)}, 6 after it in ${seconds(afterMs)}`;
    },
  },
  {
    code: "F10",
    name: "Redis full, noeviction",
    prove: async (world) => {
      await world.withRedis((redis) => redis.config("SET", "maxmemory", "1mb"));
      let fullMs: number;
      try {
        const refusal = await world.withRedis((redis) =>
          redis.set("chaos", "x").catch((error: unknown) => String(error)),
        );
        must(String(refusal).includes("OOM"), `Redis answered ${refusal}`);
        fullMs = await untilFinal(world, await world.feed(8), PATIENCE_MS);
        workersAreThere(world);
      } finally {
        await world.withRedis((redis) => redis.config("SET", "maxmemory", "0"));
      }
      const afterMs = await untilFinal(world, await world.feed(6), PATIENCE_MS);
      return `a write was answered OOM; 8 lanes final meanwhile in ${seconds(fullMs)}, 6 after it in ${seconds(afterMs)}`;
    },
  },
  {
    code: "F11",
    name: "Redis with allkeys-lru, and pressure",
    prove: async (world) => {
      await world.withRedis(async (redis) => {
        await redis.config("SET", "maxmemory-policy", "allkeys-lru");
        await redis.config("SET", "maxmemory", "3mb");
      });
      try {
        return await evicting(world);
      } finally {
        await world.withRedis(async (redis) => {
          await redis.config("SET", "maxmemory-policy", "noeviction");
          await redis.config("SET", "maxmemory", "0");
          await redis.flushall();
        });
      }
    },
  },
  {
    code: "F12",
    name: "half-open connections to Redis",
    prove: async (world) => {
      const before = world.redisDoor.seen.blackholed;
      world.redisDoor.blackhole();
      const silentMs = await untilFinal(world, await world.feed(4), PATIENCE_MS);
      world.redisDoor.heal();
      const afterMs = await untilFinal(world, await world.feed(6), PATIENCE_MS);
      const dead = world.redisDoor.seen.blackholed - before;
      must(dead > 0, "no connection was half-open");
      return `${dead} connections; 4 lanes final meanwhile in ${seconds(silentMs)}, 6 after it was healed in ${seconds(afterMs)}`;
    },
  },
];

/** While Redis throws keys away: lanes go on, and a worker that comes anew refuses to begin. */
async function evicting(world: World): Promise<string> {
  const lanes = await world.feed(8);
  const evicted = await world.withRedis(async (redis) => {
    // what clients have yet to read counts too, and then a write may be refused all the same
    for (let key = 0; key < 6_000; key += 1)
      await redis.set(`chaos-${key}`, "x".repeat(1_000)).catch(() => undefined);
    return Number(/evicted_keys:(\d+)/.exec(await redis.info("stats"))?.[1]);
  });
  must(evicted > 0, "nothing was evicted");
  const finalMs = await untilFinal(world, lanes, PATIENCE_MS);
  const refusal = await startWorker(world.env).then(
    async (worker) => worker.stop().then(() => "it started"),
    (error: unknown) => String(error),
  );
  must(refusal.includes("noeviction"), `a new worker did not refuse to start: ${refusal}`);
  return `${evicted} keys evicted; 8 lanes final in ${seconds(finalMs)}; a new worker refused to start`;
}
