import { setTimeout as sleep } from "node:timers/promises";
import { startTask } from "../operations/task/start.ts";
import { type Costs, costsOf, plus, printCosts } from "./costs.ts";
import { median, percentile, print, type Reference } from "./figure.ts";
import { runDbos, runRestateTasks, type TasksLoad, type TasksResult } from "./rivals/tasks.ts";
import { startTasksWorld } from "./tasks-world.ts";
import { PASSES } from "./turns.ts";
import type { WorkerWorld } from "./worker-world.ts";

const LOAD: TasksLoad = { tasks: 2_000, singly: 100, warmUp: 200 };
/** As many are handed in at a time as the others do. */
const AT_ONCE = 20;
const LOOK_MS = 2;
const PATIENCE_MS = 300_000;

const RIVALS = [
  [
    "DBOS Transact 5.3, started by the process that runs them",
    (url: string, pass: number) => runDbos(url, LOAD, { name: `dbos_${pass}` }),
  ],
  [
    "DBOS Transact 5.3, by way of its queue",
    (url: string, pass: number) =>
      runDbos(url, { ...LOAD, singly: 8 }, { name: `dbos_queue_${pass}`, queue: "bench" }),
  ],
  ["Restate 1.7, its own log", () => runRestateTasks(LOAD)],
] as const;

/** Tasks of three steps that do nothing, accepted by one process and run by another, beside other durable engines. */
export async function tasks(): Promise<void> {
  const world = await startTasksWorld();
  const ours: TasksResult[] = [];
  const theirs = new Map<string, TasksResult[]>();
  let costs: Costs | undefined;
  try {
    await runTasks(world, LOAD.warmUp);
    for (let pass = 0; pass < PASSES; pass += 1) {
      const { result, costs: more } = await costsOf(world.spenders, () => runTasks(world, LOAD.tasks));
      costs = plus(costs, more);
      ours.push({ perSecond: result, tookMs: await runSingly(world, LOAD.singly) });
      for (const [name, run] of RIVALS)
        theirs.set(name, [...(theirs.get(name) ?? []), await run(world.postgresUrl, pass)]);
    }
  } finally {
    await world.stop();
  }
  for (const [name, results] of theirs) {
    printBeside("tasks of three steps", "tasks/s", ours, { name, of: ({ perSecond }) => perSecond, results });
    for (const share of [0.5, 0.95])
      printBeside(`a task of three steps from request to result, p${share * 100}`, "ms", ours, {
        name,
        of: ({ tookMs }) => percentile(tookMs, share),
        results,
      });
  }
  if (costs) printCosts("a task of three steps", LOAD.tasks * PASSES, costs);
}

function printBeside(
  name: string,
  unit: string,
  ours: readonly TasksResult[],
  their: {
    readonly name: string;
    readonly of: (result: TasksResult) => number;
    readonly results: readonly TasksResult[];
  },
): void {
  const passes = their.results.map(their.of);
  const reference: Reference = { name: their.name, value: median(passes), passes };
  print({ name, value: median(ours.map(their.of)), unit, passes: ours.map(their.of), reference });
}

/** @returns tasks/s, from the first request to the last end */
async function runTasks({ ctx }: WorkerWorld, count: number): Promise<number> {
  const [before] = await ctx.db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  if (!before) throw new Error("the database does not tell the time");
  let next = 0;
  const handIn = async () => {
    for (let place = next; place < count; place = next) {
      next = place + 1;
      await start(ctx, place);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, handIn));
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const [open] = await ctx.db.$queryRaw<unknown[]>`
      SELECT FROM task WHERE state NOT IN ('Succeeded', 'Dead') AND name = 'three-steps' LIMIT 1`;
    if (!open) break;
    if (performance.now() > until) throw new Error("the tasks did not end; see the worker's lines above");
    await sleep(100);
  }
  const [row] = await ctx.db.$queryRaw<{ done: number; seconds: number }[]>`
    SELECT count(*)::int AS done, extract(epoch FROM max(ended_at) - ${before.at}::timestamptz)::float8 AS seconds
    FROM task WHERE created_at >= ${before.at}::timestamptz AND state = 'Succeeded' AND name = 'three-steps'`;
  if (row?.done !== count) throw new Error(`${row?.done} of ${count} tasks have succeeded`);
  return count / row.seconds;
}

/** One after the other. @returns how long each took, in ms */
async function runSingly({ ctx }: WorkerWorld, count: number): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const began = performance.now();
    const { id } = await start(ctx, place);
    for (;;) {
      const [ended] = await ctx.db.$queryRaw<unknown[]>`
        SELECT FROM task WHERE id = ${id} AND ended_at IS NOT NULL`;
      if (ended) break;
      await sleep(LOOK_MS);
    }
    tookMs.push(performance.now() - began);
  }
  return tookMs;
}

function start(ctx: WorkerWorld["ctx"], place: number) {
  return startTask(ctx, { name: "three-steps", input: { place }, idempotencyKey: null });
}
