import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { defineTask, isTaskDefinition, type TaskDefinition } from "../../core/task/define-task.ts";
import { NonRetryable, RetryAfter } from "../../core/task/task-errors.ts";

/** What a file of tasks is given, so that it needs no import of Waybill's. */
const KIT = { defineTask, z, NonRetryable, RetryAfter };

const FILE = /^[^._].*\.m?[jt]s$/;
/** What the names of Waybill's own tasks begin with. */
const OWN = "waybill.";
const FOLDER = /^(\.{0,2}\/|\.{1,2}$)/;

/**
 * The tasks of an installation. `places`: folders, whose files (.js, .mjs, .ts, .mts) are read in the order of their names (those that begin with a
 * dot or an underscore are not), and npm packages, as seen from the folder Waybill was started in. What a file exports by default is a
 * task, a list of them, or a function of the kit that returns either.
 * @throws Error naming the place that cannot be read, or has something else
 */
export async function loadTasks(places: readonly string[]): Promise<readonly TaskDefinition[]> {
  const loaded: TaskDefinition[] = [];
  for (const place of places) for (const url of await filesOf(place)) loaded.push(...(await tasksOf(url)));
  return loaded;
}

async function filesOf(place: string): Promise<readonly string[]> {
  try {
    if (!FOLDER.test(place)) {
      const here = createRequire(path.join(process.cwd(), "package.json"));
      return [pathToFileURL(here.resolve(place)).href];
    }
    const folder = path.resolve(place);
    const names = (await readdir(folder)).filter((name) => FILE.test(name) && !name.endsWith(".d.ts")).sort();
    return names.map((name) => pathToFileURL(path.join(folder, name)).href);
  } catch (cause) {
    throw new Error(`TASKS: ${place} cannot be read.`, { cause });
  }
}

async function tasksOf(url: string): Promise<readonly TaskDefinition[]> {
  let exported: unknown;
  try {
    const module: { readonly default?: unknown } = await import(/* @vite-ignore */ url);
    exported = typeof module.default === "function" ? await module.default(KIT) : module.default;
  } catch (cause) {
    throw new Error(`TASKS: ${url} cannot be loaded.`, { cause });
  }
  const tasks: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  return tasks.map((task) => {
    if (isTaskDefinition(task)) {
      if (!task.name.startsWith(OWN)) return task;
      throw new Error(
        `TASKS: the task ${task.name} of ${url} has a name that begins with ${OWN}, as Waybill's own do.`,
      );
    }
    throw new Error(
      `TASKS: the default export of ${url} is neither a task, nor a list of tasks, nor a function that returns them.`,
    );
  });
}
