import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTask } from "../../operations/task/start.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { startRedis } from "../setup/redis.ts";

const PATIENCE_MS = 60_000;
const TASKS = 24;
const LANES = 3;
const KILLS = 5;
const FLUSHES = 5;

let installation: Installation;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  installation = await makeInstallation({ env: { TASKS: path.resolve("tests/tasks/installed") } });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await installation?.end();
});

async function newWorker(env: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
  const worker = await startWorker({ ...installation.workerEnv, ...env });
  workers.push(worker);
  return worker;
}

/** From 0 to below 1, the same for the same seed. Source: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Tasks in the order of their positions, once all have one. */
async function positions(ids: readonly string[]): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await until(async () => {
    const where = { kind: "task", itemId: { in: [...ids] }, position: { not: null } };
    const rows = await installation.ctx.db.sequenced.findMany({ where, orderBy: { position: "asc" } });
    found = rows.map(({ itemId }) => itemId);
    return found.length === ids.length || `${found.length} of ${ids.length} have a position`;
  }, PATIENCE_MS);
  return found;
}

const start = (name: string, input: object) =>
  startTask(installation.ctx, { name, input, idempotencyKey: null });
const get = (id: string) => installation.ctx.db.task.findUniqueOrThrow({ where: { id } });
const reaches = (id: string, state: string) =>
  until(async () => {
    const task = await get(id);
    return task.state === state || `the task is ${task.state}: ${JSON.stringify(task.error)}`;
  }, PATIENCE_MS);
const folderOf = () => mkdtemp(path.join(installation.folder, "task-"));
/** What the bodies of steps have written: id of the task, step, pid. */
const bodies = async (folder: string) =>
  (await readFile(path.join(folder, "bodies"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" "));

it("G3: a crash between steps 2 and 3: the bodies of 1 and 2 have run once", async () => {
  const first = await newWorker();
  const folder = await folderOf();
  const { id } = await start("steps", { folder, dieAfter: "two" });
  expect(await first.ended).toBe("SIGKILL");
  expect((await bodies(folder)).map(([, step]) => step)).toEqual(["one", "two"]);
  await newWorker();
  await reaches(id, "Succeeded");
  expect((await bodies(folder)).map(([, step]) => step)).toEqual(["one", "two", "three"]);
  const { output } = await get(id);
  expect(output).toEqual([first.pid, first.pid, workers.at(-1)?.pid]);
});

it("G4: a worker stopped in a step loses the task, and what it would keep when it goes on is refused", async () => {
  for (const worker of workers) await worker.stop();
  const stopped = await newWorker();
  const folder = await folderOf();
  const { id } = await start("steps", { folder, waitIn: "two" });
  await until(async () => (await bodies(folder)).length === 2 || "step 2 has not begun", PATIENCE_MS);
  stopped.kill("SIGSTOP");
  const other = await newWorker();
  await until(async () => (await bodies(folder)).length === 3 || "nobody has taken it over", PATIENCE_MS);
  stopped.kill("SIGCONT");
  await writeFile(path.join(folder, "two"), "");
  await reaches(id, "Succeeded");
  await until(
    async () => stopped.lines.some((line) => /another worker has taken over/.test(line)) || "it goes on",
    PATIENCE_MS,
  );
  expect((await get(id)).output).toEqual([stopped.pid, other.pid, other.pid]);
  expect((await bodies(folder)).map(([, step]) => step)).toEqual(["one", "two", "two", "three"]);
});

it("G6: three workers and kills: in each lane tasks run one after the other, in the order of their positions", async () => {
  const seed = Number(process.env.TASKS_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`TASKS_SEED=${seed}`);
  const random = randomFrom(seed);
  for (const worker of workers) await worker.stop();
  const running = await Promise.all([newWorker(), newWorker(), newWorker()]);
  const folder = await folderOf();
  const ids: string[] = [];
  for (let place = 0; place < TASKS; place += 1)
    ids.push((await start("steps-in-lanes", { folder, lane: `lane ${place % LANES}`, pauseMs: 15 })).id);
  const { db } = installation.ctx;
  const open = () => db.task.count({ where: { name: "steps-in-lanes", state: { not: "Succeeded" } } });
  for (let kill = 0; kill < KILLS && (await open()) > 0; kill += 1) {
    await sleep(300 + random() * 500);
    // a task that has killed three workers without getting further would be dead
    await until(
      async () => (await db.task.count({ where: { kills: { gt: 1 } } })) === 0 || "no progress",
      PATIENCE_MS,
    );
    const place = Math.floor(random() * running.length);
    const victim = running[place];
    victim?.kill("SIGKILL");
    await victim?.ended;
    running[place] = await newWorker();
  }
  await until(async () => (await open()) === 0 || `${await open()} tasks have not ended`, 2 * PATIENCE_MS);
  const order = await positions(ids);
  const written = await bodies(folder);
  for (let lane = 0; lane < LANES; lane += 1) {
    const ofLane = order.filter((id) => ids.indexOf(id) % LANES === lane);
    // a body of a worker that died may have run twice; between tasks nothing is mixed
    const runs = written.map(([id = ""]) => id).filter((id) => ofLane.includes(id));
    expect(runs.filter((id, place) => id !== runs[place - 1])).toEqual(ofLane);
  }
  for (const id of ids) expect(await db.taskStep.count({ where: { taskId: id, kind: "step" } })).toBe(3);
});

it("G7: a Redis that is flushed while tasks run: all of them end", async () => {
  for (const worker of workers) await worker.stop();
  const redis = await startRedis();
  try {
    await newWorker({ REDIS_URL: redis.url });
    const client = new Redis(redis.url);
    const folder = await folderOf();
    const ids: string[] = [];
    for (let place = 0; place < TASKS; place += 1)
      ids.push((await start("steps", { folder, pauseMs: 20 })).id);
    for (let flush = 0; flush < FLUSHES; flush += 1) {
      await sleep(100);
      await client.flushall();
    }
    await client.quit();
    for (const id of ids) await reaches(id, "Succeeded");
    const written = (await bodies(folder)).map(([id, step]) => `${id} ${step}`);
    expect(written.sort()).toEqual(
      ids.flatMap((id) => ["one", "two", "three"].map((step) => `${id} ${step}`)).sort(),
    );
    for (const worker of workers) await worker.stop();
  } finally {
    await redis.stop();
  }
});
