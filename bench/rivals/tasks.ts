import path from "node:path";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { installRivals } from "./install.ts";
import { runProgram } from "./run-program.ts";

/** What a run of tasks showed. `tookMs`: of those that were run one after the other, from the request to the result. */
export type TasksResult = { readonly perSecond: number; readonly tookMs: readonly number[] };

/** `tasks`: handed in 20 at a time; `singly`: one after the other, afterwards. */
export type TasksLoad = { readonly tasks: number; readonly singly: number; readonly warmUp: number };

/** DBOS in a database of its own; by way of a queue of its, if one is named. */
export async function runDbos(
  postgresUrl: string,
  load: TasksLoad,
  { name, queue }: { readonly name: string; readonly queue?: string },
): Promise<TasksResult> {
  const { folder, node22 } = await installRivals();
  await execute(postgresUrl, `create database ${name}`);
  return runProgram(node22, "dbos-tasks.mjs", { folder, url: siblingUrl(postgresUrl, name), queue, ...load });
}

/** Restate, with its own log. */
export async function runRestateTasks(load: TasksLoad): Promise<TasksResult> {
  const { folder, node22 } = await installRivals();
  const package_ = `restate-server-${process.platform}-${process.arch}`;
  const server = path.join(folder, "node_modules", "@restatedev", package_, "bin", "restate-server");
  return runProgram(node22, "restate-tasks.mjs", { folder, server, ...load });
}
