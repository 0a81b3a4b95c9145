import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startWorkerWorld, type WorkerWorld } from "./worker-world.ts";

const LOOK_MS = 100;

/** A world whose worker knows the tasks of bench/tasks. */
export async function startTasksWorld(): Promise<WorkerWorld> {
  const TASKS = path.join(import.meta.dirname, "tasks");
  const world = await startWorkerWorld({ connections: 20, settings: () => ({ TASKS }) });
  const isKnown = async () => (await world.ctx.db.taskKind.count({ where: { name: "three-steps" } })) > 0;
  while (!(await isKnown())) await sleep(LOOK_MS);
  return world;
}
