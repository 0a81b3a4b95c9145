import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FeedItem } from "../../core/contracts/feed-views.ts";
import { createToken } from "../../operations/token/create.ts";
import { readLastPosition } from "../../prisma/store/feed.ts";
import { listItems } from "../../prisma/store/sequencer.ts";
import { openDice } from "../chaos/dice.ts";
import { makePerson } from "../factories/make-person.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { startWebProcess, type WebProcess } from "../uploads/web-process.ts";

const KILLS = 100;
/** One in four is killed while it starts, the others so long after they began to ask. */
const STARTING_MS = 150;
const ASKING_MS = 400;
const DEPOSITORS = 2;
const DEPOSIT_EVERY_MS = 20;
const SEED = Number(process.env.FEED_SEED ?? Date.now() % 1_000_000);

let installation: Installation;
let web: WebProcess;
let workers: WorkerProcess[];
let token: string;
let program: string;
let file: string;

beforeAll(async () => {
  installation = await makeInstallation();
  const { ctx, folder, workerEnv } = installation;
  const admin = await makePerson(ctx.db, "admin");
  const made = { name: "feed", scopes: ["read", "deposit"] as const };
  token = (await createToken({ ...ctx, actor: admin }, { ...made, scopes: [...made.scopes] })).secret;
  program = path.join(folder, "consumer.mjs");
  file = path.join(folder, "items.ndjson");
  await writeFile(file, "");
  const entry = path.join(import.meta.dirname, "../fixtures/sequencer/feed-consumer.ts");
  await build({ entryPoints: [entry], outfile: program, bundle: true, platform: "node", format: "esm" });
  web = await startWebProcess(workerEnv);
  workers = [await startWorker(workerEnv), await startWorker(workerEnv)];
}, 300_000);

afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await web?.stop();
  await installation?.end();
});

const address = () => `http://127.0.0.1:${web.port}`;
const kept = () =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as FeedItem);

function startConsumer(way: "wait" | "stream") {
  const child = spawn(process.execPath, [program, address(), token, file, way], {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const asks = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    words += chunk;
  });
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? `${code}: ${words}`)),
  );
  return { asks, ended, kill: () => child.kill("SIGKILL") };
}

/** Deposits one batch after the other until it is stopped. @returns how many */
async function depositing(stop: AbortSignal): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (stop.aborted) return count;
    const fields = `collection=maps&type=file&filename=${count}.txt&title=${count}`;
    const answer = await fetch(`${address()}/api/v1/batches?${fields}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: `file ${count}`,
    });
    expect(answer.status).toBe(202);
    await sleep(DEPOSIT_EVERY_MS);
  }
}

it(`a consumer that is killed ${KILLS} times has every item once, in order`, async () => {
  console.log(`FEED_SEED=${SEED}`);
  const dice = openDice(SEED);
  const stop = new AbortController();
  const deposits = Array.from({ length: DEPOSITORS }, () => depositing(stop.signal));
  const began = performance.now();
  const restarts: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const consumer = startConsumer(dice.pick(["wait", "stream"]));
    const isStarting = dice.between(1, 4) === 1;
    if (!isStarting) await Promise.race([consumer.asks, consumer.ended]);
    await sleep(dice.between(0, isStarting ? STARTING_MS : ASKING_MS));
    consumer.kill();
    expect(await consumer.ended).toBe("SIGKILL");
    restarts.push(kept().length);
  }
  stop.abort();
  const accepted = (await Promise.all(deposits)).reduce((all, one) => all + one);
  const { db } = installation.ctx;
  await until(
    async () => (await db.sequenced.count({ where: { kind: "batch", position: null } })) === 0 || "some wait",
    10_000,
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  const last = await readLastPosition(db);
  const consumer = startConsumer("wait");
  await until(async () => {
    const have = kept().length;
    return have >= last || `the consumer has ${have} of ${last}`;
  }, 20_000);
  consumer.kill();
  await consumer.ended;
  const lives = restarts.filter((items, place) => items > (restarts[place - 1] ?? 0)).length;
  const seconds = Math.round((performance.now() - began) / 1000);
  const items = kept();
  const ends = items.filter(({ kind }) => kind === "batch.ended").length;
  console.log(
    `${KILLS} kills in ${seconds} s; ${accepted} batches accepted, ${items.length} items, ${ends} of them ends; ${lives} lives brought items`,
  );
  expect(items.map(({ position }) => Number(position))).toEqual(
    Array.from({ length: last }, (_, place) => place + 1),
  );
  const truth = await listItems(db, 1, last);
  expect(items.map(({ kind, id, state, ending }) => [kind, id, state, ending])).toEqual(
    truth.map(({ kind, id, end }) => [kind, id, end?.state ?? null, end?.ending ?? null]),
  );
  expect(items.filter(({ kind }) => kind === "batch").length).toBe(accepted);
  expect(ends).toBeGreaterThan(0);
  expect(lives).toBeGreaterThan(KILLS / 10);
});
