import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world.ts";
import type { Fault } from "./fault.ts";

const LISTS = ["bull:waybill-lanes:wait", "bull:waybill-jobs:wait", "bull:waybill-upkeep:wait"];
const STEAL_MS = 1_500;

/** Faults of Redis, and of the way to it. */
export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: "FLUSHALL",
    code: "F08",
    group: "redis",
    weight: 3,
    inject: async (world) => `${await world.withRedis((redis) => redis.flushall())}`,
  },
  {
    name: "restart Redis without its data",
    code: "F07",
    group: "redis",
    weight: 1,
    inject: async (world, dice) => {
      const downMs = dice.between(200, 4_000);
      await world.restartRedis(downMs);
      void world.recoveries.watch("redis");
      return `down for ${downMs} ms`;
    },
  },
  {
    name: "kill -9 Redis",
    code: "F08",
    group: "redis",
    weight: 1,
    inject: async (world, dice) => {
      const downMs = dice.between(200, 2_000);
      await world.restartRedis(downMs, "SIGKILL");
      void world.recoveries.watch("redis");
      return `down for ${downMs} ms`;
    },
  },
  {
    name: "throw wake-ups away",
    code: "F25",
    group: "redis",
    weight: 2,
    inject: async (world) => {
      const lost = await throwAway(world);
      if (lost === 0) throw new Error("no wake-up was waiting");
      return `${lost} wake-ups`;
    },
  },
  {
    name: "FLUSHALL each 0.5 s for 6 s",
    code: "F08",
    group: "redis",
    weight: 1,
    profile: "full",
    inject: async (world) => {
      for (let times = 0; times < 12; times += 1) {
        await world.withRedis((redis) => redis.flushall());
        await sleep(500);
      }
      return "12 times";
    },
  },
  {
    name: "half-open connections to Redis",
    code: "F12",
    group: "net",
    weight: 1,
    profile: "full",
    inject: async ({ redisDoor }, dice) => {
      const before = redisDoor.seen.blackholed;
      redisDoor.blackhole();
      await sleep(dice.between(500, 3_000));
      redisDoor.heal();
      return `${redisDoor.seen.blackholed - before} connections`;
    },
  },
  {
    name: "reset all connections to Redis",
    code: "F12",
    group: "net",
    weight: 1,
    profile: "full",
    inject: async ({ redisDoor }) => `${redisDoor.resetPeers()} connections`,
  },
];

/** Takes what waits out of the queues and leaves everything else as it is. @returns how many */
function throwAway(world: World): Promise<number> {
  return world.withRedis(async (redis) => {
    let lost = 0;
    for (const end = performance.now() + STEAL_MS; performance.now() < end; ) {
      for (const list of LISTS) if ((await redis.rpop(list)) !== null) lost += 1;
    }
    return lost;
  });
}
