import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ProfileSettings } from "../core/contracts/profile.ts";
import { Env } from "../lib/env.ts";
import { SYSTEM } from "../operations/context.ts";
import { createToken } from "../operations/token/create.ts";
import { connect, type Db } from "../prisma/client.ts";
import { deploy } from "../scripts/db/deploy.ts";
import { freePort } from "../scripts/free-port.ts";
import { startPostgres } from "../scripts/postgres/start.ts";
import { build } from "../scripts/start/build.ts";
import { startChild } from "../scripts/start/child.ts";
import { openOutput } from "../scripts/start/output.ts";
import { untilReady } from "../scripts/start/ready.ts";
import { WORKER_WORDS } from "../scripts/start/worker-words.ts";
import { contextOn } from "../tests/factories/context-on.ts";
import { COUNTING, type Spenders } from "./costs.ts";
import { profileWords } from "./profile-words.ts";

/** The product as in production: PostgreSQL with fsync on, web and worker in processes of their own. */
export type BenchProduct = {
  readonly db: Db;
  readonly folder: string;
  readonly url: string;
  /** For costsOf: with the processes that work now, or the web. */
  spenders(who: "web" | "workers"): Spenders;
  /** Starts or stops processes that work, until there are so many. */
  setWorkers(count: number): Promise<void>;
  /** An operator's API token. */
  readonly token: string;
  /** Makes a collection with a lane of its own, both with this name. */
  addCollection(name: string, backend?: "repository" | "sawtooth"): Promise<void>;
  /** Sends a raw body as a deposit and answers the batch's id. */
  deposit(fields: Readonly<Record<string, string>>, body: Uint8Array | string): Promise<string>;
  /** Highest memory of a process so far, in bytes. */
  peak(process: "web" | "worker"): Promise<number>;
  stop(): Promise<void>;
};

const STEPS = [
  ["SIGTERM", 30_000],
  ["SIGKILL", 5_000],
] as const;

/** `sourceHost`: where its collections may fetch from. `workers`: how many processes work; one, unless said. */
export type ProductOptions = { readonly sourceHost?: string; readonly workers?: number };

/** Starts it with two collections, `bench` and `other`, each with a lane of its own. */
export async function startBenchProduct({
  sourceHost,
  workers: count = 1,
}: ProductOptions = {}): Promise<BenchProduct> {
  await build(new AbortController().signal);
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres"), settings: COUNTING });
  await deploy(postgres.url);
  const port = await freePort();
  const settings = {
    DATABASE_URL: postgres.url,
    AUTH_SECRET: "b".repeat(32),
    PORT: String(port),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LOG_LEVEL: "warn",
  };
  const db = connect(postgres.url, { max: 2, name: "bench" });
  const addCollection: BenchProduct["addCollection"] = (name, backend = "repository") =>
    makeCollection(db, name, { backend, privateSources: sourceHost === undefined ? [] : [sourceHost] });
  for (const name of ["bench", "other"]) await addCollection(name);
  const token = await makeToken(db, Env.parse(settings));
  const childEnv = { ...process.env, NODE_ENV: "production" as const, ...settings };
  const start = (name: string, words: readonly string[]) =>
    startChild({
      words: [...profileWords(), ...words],
      env: childEnv,
      take: openOutput(name, folder).take,
      steps: STEPS,
      hurry: new AbortController().signal,
    });
  const web = start("web", [
    "node_modules/next/dist/bin/next",
    "start",
    "-H",
    "127.0.0.1",
    "-p",
    String(port),
  ]);
  const workers: ReturnType<typeof start>[] = [];
  const setWorkers = async (wanted: number) => {
    while (workers.length < wanted) workers.push(start(`worker-${workers.length + 1}`, WORKER_WORDS));
    await Promise.all(workers.splice(wanted).map((worker) => worker.stop()));
  };
  await setWorkers(count);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, 60_000, new AbortController().signal);
  return {
    db,
    folder,
    url,
    spenders: (who) => ({
      postgresUrl: postgres.url,
      postgresPid: postgres.pid,
      ownPids: (who === "web" ? [web] : workers).map(({ pid }) => pid),
    }),
    setWorkers,
    token,
    addCollection,
    deposit: (fields, body) => deposit(url, token, fields, body),
    peak: async (name) =>
      Math.max(...(await Promise.all((name === "web" ? [web] : workers).map(({ pid }) => peakOf(pid))))),
    stop: async () => {
      await setWorkers(0);
      await web.stop();
      await db.$disconnect();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCollection(
  db: Db,
  name: string,
  {
    backend,
    privateSources,
  }: { readonly backend: "repository" | "sawtooth"; readonly privateSources: string[] },
): Promise<void> {
  const settings = ProfileSettings.parse({ privateSources, notifySuppression: "all" });
  const ledger = backend === "repository" ? null : name;
  const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: name, backend, ledger } });
  const profiles = { create: { id: randomUUID(), version: 1, settings, createdBy: "bench" } };
  await db.collection.create({ data: { id: randomUUID(), slug: name, name, laneId: lane.id, profiles } });
}

async function makeToken(db: Db, env: Env): Promise<string> {
  const person = await db.user.create({
    data: { id: randomUUID(), name: "Bench", email: "bench@example.org", role: "operator" },
  });
  const actor = { ...SYSTEM, id: person.id, role: "operator", via: "session" } as const;
  const { secret } = await createToken(contextOn(db, env, actor), {
    name: "bench",
    scopes: ["read", "deposit", "operate"],
  });
  return secret;
}

async function deposit(
  url: string,
  token: string,
  fields: Readonly<Record<string, string>>,
  body: Uint8Array | string,
): Promise<string> {
  const query = new URLSearchParams({ collection: "bench", ...fields });
  const answer = await fetch(`${url}/api/v1/batches?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: typeof body === "string" ? body : Buffer.from(body),
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`deposit answered ${answer.status}: ${text.slice(0, 500)}`);
  const { batch } = JSON.parse(text) as { readonly batch: { readonly id: string } };
  return batch.id;
}

async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
