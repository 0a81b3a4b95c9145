import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { Changes } from "../../prisma/changes.ts";
import { connect } from "../../prisma/client.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Postgres, startPostgres } from "../../scripts/postgres/start.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { type Redis, startRedis } from "../setup/redis.ts";

/** Scaled times: claims of 2 and 8 s, calls of 1 s that settle in 0.5 s, a delay window of 2 s, a grace time of 3 s. */
const TIMES = {
  LANE_TIMES: "0.1",
  CLAIM_MS: "2000",
  CLAIM_LAST_MS: "8000",
  LEASE_MS: "4000",
  POLL_MS: "500",
};
export const LANE_SETTINGS = { delayWindowMs: 20_000, graceMs: 30_000 };
/** How long a SIGSTOP lasts: longer than both expiries. */
export const PAUSE_MS = 9_000;

/** Everything the run is made of, each in a process of its own but the ledger. */
export type World = {
  readonly ctx: Context;
  readonly ledger: FakeLedger;
  readonly workers: (WorkerProcess | undefined)[];
  /** Starts the worker of a place, after one that was there has ended. */
  startWorker(place: number): Promise<void>;
  restartPostgres(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  restartRedis(downMs: number): Promise<void>;
  flushRedis(): Promise<void>;
  end(): Promise<void>;
};

export async function makeWorld(sawtoothNames: readonly string[], count: number): Promise<World> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-chaos-"));
  const dataDir = path.join(folder, "postgres");
  const port = await freePort();
  let postgres: Postgres = await startPostgres({ dataDir, port });
  await deploy(postgres.url);
  let redis: Redis = await startRedis();
  const ledger = await startFakeLedger({ settleMs: 10 });
  const connections = Object.fromEntries([
    ["scabbard", { url: ledger.url }],
    ...sawtoothNames.map((name) => [name, { url: ledger.sawtoothUrl(name) }]),
  ]);
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AUTH_SECRET: "c".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LOG_LEVEL: "info",
    LEDGERS: JSON.stringify(connections),
    ...TIMES,
  };
  const db = connect(postgres.url, { max: 4, name: "chaos" });
  const changes = new Changes(db, () => undefined);
  const ctx: Context = {
    db,
    actor: { ...SYSTEM, id: "operator", name: "Operator" },
    now: () => new Date(),
    uuid: randomUUID,
    changes,
    env: Env.parse(env),
    log: createLog("silent", "chaos"),
  };
  const workers: (WorkerProcess | undefined)[] = Array.from({ length: count });
  return {
    ctx,
    ledger,
    workers,
    startWorker: async (place) => {
      workers[place] = await started(env);
    },
    restartPostgres: async (signal) => {
      process.kill(postgres.pid, signal);
      await postgres.ended;
      postgres = await startPostgres({ dataDir, port });
    },
    restartRedis: async (downMs) => {
      const { port: same } = redis;
      await redis.stop();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      redis = await startRedis({ port: same });
    },
    flushRedis: () => flush(redis.url),
    end: async () => {
      await Promise.all(workers.map((worker) => worker?.stop()));
      await changes.flush();
      await db.$disconnect();
      await ledger.close();
      await redis.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a supervisor does: a worker that cannot start, since the database restarts just then, is started again. */
async function started(env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startWorker(env);
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

async function flush(url: string): Promise<void> {
  const { Redis: Client } = await import("ioredis");
  const client = new Client(url, { maxRetriesPerRequest: 1, lazyConnect: true });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.flushall();
  } finally {
    client.disconnect();
  }
}
