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

/** The product as in production: PostgreSQL with fsync on, web and worker in processes of their own. */
export type BenchProduct = {
  readonly db: Db;
  readonly folder: string;
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

/** Starts it with two collections, `bench` and `other`, each with a lane of its own, that may fetch from `sourceHost`. */
export async function startBenchProduct(sourceHost: string): Promise<BenchProduct> {
  await build(new AbortController().signal);
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "postgres") });
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
  const secret = await furnish(db, sourceHost, Env.parse(settings));
  const childEnv = { ...process.env, NODE_ENV: "production" as const, ...settings };
  const start = (name: string, words: readonly string[]) =>
    startChild({
      words,
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
  const worker = start("worker", WORKER_WORDS);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, 60_000, new AbortController().signal);
  return {
    db,
    folder,
    deposit: (fields, body) => deposit(url, secret, fields, body),
    peak: (name) => peakOf(name === "web" ? web.pid : worker.pid),
    stop: async () => {
      await worker.stop();
      await web.stop();
      await db.$disconnect();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function furnish(db: Db, sourceHost: string, env: Env): Promise<string> {
  const settings = ProfileSettings.parse({ privateSources: [sourceHost], notifySuppression: "all" });
  for (const slug of ["bench", "other"]) {
    const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: slug } });
    const profiles = { create: { id: randomUUID(), version: 1, settings, createdBy: "bench" } };
    await db.collection.create({ data: { id: randomUUID(), slug, name: slug, laneId: lane.id, profiles } });
  }
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
  secret: string,
  fields: Readonly<Record<string, string>>,
  body: Uint8Array | string,
): Promise<string> {
  const query = new URLSearchParams({ collection: "bench", ...fields });
  const answer = await fetch(`${url}/api/v1/batches?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/octet-stream" },
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
