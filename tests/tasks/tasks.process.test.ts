import { mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTask } from "../../operations/task/start.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";

const PATIENCE_MS = 60_000;

let installation: Installation;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  installation = await makeInstallation({ env: { TASKS: path.resolve("tests/tasks/installed") } });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await installation?.end();
});

async function newWorker(): Promise<WorkerProcess> {
  const worker = await startWorker(installation.workerEnv);
  workers.push(worker);
  return worker;
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
