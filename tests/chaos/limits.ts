import { readFile } from "node:fs/promises";
import type { World } from "./world.ts";

const LOOK_MS = 1_000;

/** The most of each that was seen. */
export type Limits = { workerRssMb: number; databaseConnections: number; redisKeys: number };

/** Looks now and then at what the run uses, until stopped; what cannot be looked at just then is left out. */
export function watchLimits(world: World): { readonly most: Limits; stop(): void } {
  const most: Limits = { workerRssMb: 0, databaseConnections: 0, redisKeys: 0 };
  const raise = (name: keyof Limits, value: number) => {
    most[name] = Math.max(most[name], value);
  };
  const look = async () => {
    const keys = await world.withRedis((redis) => redis.dbsize());
    raise("redisKeys", keys);
  };
  const timer = setInterval(() => {
    look().catch(() => undefined);
    connections(world).then(
      (count) => raise("databaseConnections", count),
      () => undefined,
    );
    for (const worker of world.workers)
      if (worker)
        rssMb(worker.pid).then(
          (mb) => raise("workerRssMb", mb),
          () => undefined,
        );
  }, LOOK_MS);
  return { most, stop: () => clearInterval(timer) };
}

/** Those of Waybill, its queues included. */
async function connections({ ctx: { db } }: World): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'waybill-%' AND application_name <> 'waybill-chaos'`;
  return row?.count ?? 0;
}

/** Source: proc(5), status. */
async function rssMb(pid: number): Promise<number> {
  const kb = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kb ?? 0) / 1_024;
}
