import { readFile } from "node:fs/promises";
import type { World } from "../world.ts";
import type { GivenTask } from "./given-task.ts";
import { WITNESSED } from "./hand-in-tasks.ts";

/** What must be empty of the run's tasks, each with what it means when it is not. */
export const TASKS = {
  missing: "acknowledged tasks are not there, or have not succeeded",
  extra: "tasks are there that nobody handed in, or twice",
  invented: "tasks have kept what no step of theirs has done, or have not kept what one has returned",
  again: "steps were done again under a later lease than the one that kept them",
  mixed: "tasks began before the one before them, with the same key, was done",
} as const satisfies Record<string, string>;

export type TasksVerdict = {
  readonly found: Readonly<Record<keyof typeof TASKS, readonly string[]>>;
  /** Handed in; steps that were done more than once, as the one a worker died in. */
  readonly tasks: number;
  readonly repeatedSteps: number;
};

/** A step as it was kept. */
export type KeptStep = {
  readonly taskId: string;
  readonly name: string;
  readonly fence: bigint;
  readonly token: string;
};
/** A line a step has left beside the database, in the order they were written. */
export type Done = {
  readonly taskId: string;
  readonly step: string;
  readonly fence: bigint;
  readonly token: string;
};
export type TaskRow = {
  readonly id: string;
  readonly state: string;
  readonly output: { readonly tokens: readonly string[]; readonly told: unknown } | null;
};

export type SeenTasks = {
  /** In the order of their hand-in. */
  readonly given: readonly GivenTask[];
  readonly rows: readonly TaskRow[];
  readonly kept: readonly KeptStep[];
  readonly done: readonly Done[];
};

const STEPS = ["first", "second", "third"] as const;

/** Looks at the run's tasks once all have ended. */
export async function judgeTasks(world: World): Promise<TasksVerdict> {
  return judge(await look(world));
}

/** Compares what was handed in, what the database has, and what the steps have left beside it. */
export function judge(seen: SeenTasks): TasksVerdict {
  const { given, done } = seen;
  const tries = new Map<string, number>();
  for (const { taskId, step } of done)
    tries.set(`${taskId} ${step}`, (tries.get(`${taskId} ${step}`) ?? 0) + 1);
  return {
    found: {
      missing: missing(seen),
      extra: extra(seen),
      invented: invented(seen),
      again: again(seen),
      mixed: mixed(seen),
    },
    tasks: given.length,
    repeatedSteps: [...tries.values()].filter((count) => count > 1).length,
  };
}

function missing({ given, rows }: SeenTasks): readonly string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return given.flatMap(({ id, told }) => {
    const row = byId.get(id);
    if (!row) return [`there is no ${id}`];
    if (row.state !== "Succeeded") return [`${id} is ${row.state}`];
    return row.output?.told === told
      ? []
      : [`${id} was told ${JSON.stringify(row.output?.told)}, not ${told}`];
  });
}

function extra({ given, rows }: SeenTasks): readonly string[] {
  const known = new Set(given.map(({ id }) => id));
  const twice = given.length - known.size;
  return [
    ...rows.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    ...(twice === 0 ? [] : [`${twice} were acknowledged under two keys`]),
  ];
}

function invented({ rows, kept, done }: SeenTasks): readonly string[] {
  const left = new Set(done.map(({ taskId, step, fence, token }) => `${taskId} ${step} ${fence} ${token}`));
  const tokens = new Map(kept.map(({ taskId, name, token }) => [`${taskId} ${name}`, token]));
  return [
    ...kept
      .filter(({ taskId, name, fence, token }) => !left.has(`${taskId} ${name} ${fence} ${token}`))
      .map(({ taskId, name }) => `${taskId} ${name}`),
    ...rows
      .filter(({ id, output }) =>
        STEPS.some((name, place) => output?.tokens[place] !== tokens.get(`${id} ${name}`)),
      )
      .map(({ id }) => id),
  ];
}

function again({ kept, done }: SeenTasks): readonly string[] {
  const fences = new Map(kept.map(({ taskId, name, fence }) => [`${taskId} ${name}`, fence]));
  return done
    .filter(({ taskId, step, fence }) => fence > (fences.get(`${taskId} ${step}`) ?? fence))
    .map(({ taskId, step, fence }) => `${taskId} ${step} under ${fence}`);
}

/** Of what a worker did that had lost its task nothing is kept: only what was kept counts as the end of a task. */
function mixed({ given, kept, done }: SeenTasks): readonly string[] {
  const begun = new Map<string, number>();
  const places = new Map<string, number>();
  for (const [place, { taskId, token }] of done.entries()) {
    if (!begun.has(taskId)) begun.set(taskId, place);
    places.set(token, place);
  }
  const ended = new Map<string, number>();
  for (const { taskId, token } of kept)
    ended.set(taskId, Math.max(ended.get(taskId) ?? 0, places.get(token) ?? 0));
  const before = new Map<string, GivenTask>();
  return given.flatMap((task) => {
    const last = before.get(task.key);
    before.set(task.key, task);
    const [end, start] = [ended.get(last?.id ?? ""), begun.get(task.id)];
    return end !== undefined && start !== undefined && start < end
      ? [`${task.id} before the end of ${last?.id}`]
      : [];
  });
}

async function look({ ctx: { db }, tasks: { given, witness } }: World): Promise<SeenTasks> {
  const rows = await db.task.findMany({
    where: { name: WITNESSED },
    select: { id: true, state: true, output: true },
  });
  const kept = await db.taskStep.findMany({
    where: { task: { name: WITNESSED }, kind: "step" },
    select: { taskId: true, name: true, fence: true, output: true },
  });
  const lines = (await readFile(witness, "utf8")).split("\n").filter(Boolean);
  return {
    given,
    rows: rows.map(({ output, ...row }) => ({ ...row, output: output as TaskRow["output"] })),
    kept: kept.map(({ output, ...step }) => ({ ...step, token: String(output) })),
    done: lines.map((line) => {
      const [taskId = "", step = "", fence = "0", token = ""] = line.split(" ");
      return { taskId, step, fence: BigInt(fence), token };
    }),
  };
}
