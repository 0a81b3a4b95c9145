import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Env } from "../lib/env.ts";
import { type Context, SYSTEM } from "../operations/context.ts";
import { connect } from "../prisma/client.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { dieWithParent } from "../scripts/die-with-parent.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { buildChangedWorker } from "../scripts/start/build.ts";
import { startChild } from "../scripts/start/child.ts";
import { WORKER_WORDS } from "../scripts/start/worker-words.ts";
import { contextOn } from "../tests/factories/context-on.ts";
import type { LogEntry } from "../tests/servers/fake-ledger/log.ts";
import { startRedis } from "../tests/setup/redis.ts";
import { COUNTING, type Spenders } from "./costs.ts";
import { profileWords } from "./profile-words.ts";

/** Worker, PostgreSQL with fsync on, Redis and a ledger that answers at once, each in a process of its own. */
export type LanesWorld = {
  readonly ctx: Context;
  readonly ledger: BenchLedger;
  readonly redisUrl: string;
  readonly postgresUrl: string;
  /** For costsOf. */
  readonly spenders: Spenders;
  /** The name in LEDGERS that leads to a service. */
  connectionOf(service: string): string;
  /** Stops the worker. @returns what its no-op ledgers saw */
  logOfNoOps(): Promise<readonly LogEntry[]>;
  stop(): Promise<void>;
};

/** The fake ledger. `log`: what happened so far in the services named. */
export type BenchLedger = {
  urlOf(service: string): string;
  log(services: ReadonlySet<string>): Promise<readonly LogEntry[]>;
  stop(): void;
};

const NO_LEDGER: BenchLedger = {
  urlOf: () => "http://127.0.0.1:1",
  log: async () => [],
  stop: () => undefined,
};
/** As WORKER_WORDS, but for what is run. */
const NO_OP_WORDS = [...WORKER_WORDS.slice(0, -1), "--import", "tsx", "bench/no-op-worker.ts"];

const STEPS = [
  ["SIGTERM", 30_000],
  ["SIGKILL", 5_000],
] as const;

/**
 * Starts it. `services`: names of the ledger's Sawtooth services, each a connection of its own for the worker. `http`: the
 * ledger is a fake one in a process of its own; `none`: no-ops in the worker's process.
 */
export async function startLanesWorld(
  services: readonly string[],
  kind: "http" | "none",
): Promise<LanesWorld> {
  await buildChangedWorker();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-lanes-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), settings: COUNTING });
  await deploy(postgres.url);
  const redis = await startRedis();
  const logFile = path.join(folder, "ledger.json");
  const ledger = kind === "http" ? await startLedger() : NO_LEDGER;
  // an environment variable has no room for thousands of addresses
  const connectionOf = (service: string) => (kind === "http" ? service : "main");
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    AUTH_SECRET: "b".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LOG_LEVEL: "warn",
    LEDGERS: JSON.stringify(
      Object.fromEntries(services.map((service) => [connectionOf(service), { url: ledger.urlOf(service) }])),
    ),
  };
  const worker = startChild({
    words: [...profileWords(), ...(kind === "http" ? WORKER_WORDS : NO_OP_WORDS)],
    env: { ...process.env, NODE_ENV: "production", BENCH_LOG: logFile, ...settings },
    take: (line) => console.log(`worker | ${line}`),
    steps: STEPS,
    hurry: new AbortController().signal,
  });
  const ctx = contextOf(Env.parse(settings));
  return {
    ctx,
    ledger,
    redisUrl: redis.url,
    postgresUrl: postgres.url,
    spenders: { postgresUrl: postgres.url, postgresPid: postgres.pid, ownPids: [worker.pid] },
    connectionOf,
    logOfNoOps: async () => {
      await worker.stop();
      return JSON.parse(await readFile(logFile, "utf8")) as readonly LogEntry[];
    },
    stop: async () => {
      await worker.stop();
      await ctx.changes.flush();
      await ctx.db.$disconnect();
      ledger.stop();
      await redis.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function contextOf(env: Env): Context {
  const db = connect(env.DATABASE_URL, { max: 4, name: "bench" });
  return contextOn(db, env, { ...SYSTEM, id: "bench", name: "Bench" });
}

async function startLedger(): Promise<BenchLedger> {
  const words = ["--import", "tsx", "tests/servers/fake-ledger/main.ts", "--settle", "0"];
  const [file = "", ...rest] = [...dieWithParent("TERM"), process.execPath, ...words];
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("close", () => reject(new Error("the ledger did not start")));
  });
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    urlOf: (service) => `${url}/sawtooth/${service}`,
    log: async (services) => {
      const entries = (await (await fetch(`${url}/_log`)).json()) as readonly LogEntry[];
      return entries.filter(({ service }) => services.has(service));
    },
    stop: () => void child.kill("SIGTERM"),
  };
}
