import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Env } from "../lib/env.ts";
import { type Context, SYSTEM } from "../operations/context.ts";
import { connect } from "../prisma/client.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { buildChangedWorker } from "../scripts/start/build.ts";
import { startChild } from "../scripts/start/child.ts";
import { WORKER_WORDS } from "../scripts/start/worker-words.ts";
import { contextOn } from "../tests/factories/context-on.ts";
import { startRedis } from "../tests/setup/redis.ts";
import { COUNTING, type Spenders } from "./costs.ts";
import { profileWords } from "./profile-words.ts";

/** PostgreSQL with fsync on, Redis and a worker, each in a process of its own. */
export type WorkerWorld = {
  readonly ctx: Context;
  readonly folder: string;
  readonly redisUrl: string;
  readonly postgresUrl: string;
  /** For costsOf. */
  readonly spenders: Spenders;
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
};

/** `connections`: of the bench's own; `settings`: the worker's, beside those of every bench; `words`: what is run, if not the worker. */
type Options = {
  readonly connections: number;
  readonly settings: (folder: string) => Readonly<Record<string, string>>;
  readonly words?: readonly string[];
};

const STEPS = [
  ["SIGTERM", 30_000],
  ["SIGKILL", 5_000],
] as const;

export async function startWorkerWorld({
  connections,
  settings: own,
  words = WORKER_WORDS,
}: Options): Promise<WorkerWorld> {
  await buildChangedWorker();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), settings: COUNTING });
  await deploy(postgres.url);
  const redis = await startRedis();
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AUTH_SECRET: "b".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LOG_LEVEL: "warn",
    ...own(folder),
  };
  const worker = startChild({
    words: [...profileWords(), ...words],
    env: { ...process.env, NODE_ENV: "production", ...settings },
    take: (line) => console.log(`worker | ${line}`),
    steps: STEPS,
    hurry: new AbortController().signal,
  });
  const db = connect(postgres.url, { max: connections, name: "bench" });
  const ctx = contextOn(db, Env.parse(settings), { ...SYSTEM, id: "bench", name: "Bench" });
  return {
    ctx,
    folder,
    redisUrl: redis.url,
    postgresUrl: postgres.url,
    spenders: { postgresUrl: postgres.url, postgresPid: postgres.pid, ownPids: [worker.pid] },
    stopWorker: () => worker.stop(),
    stop: async () => {
      await worker.stop();
      await ctx.changes.flush();
      await db.$disconnect();
      await redis.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
