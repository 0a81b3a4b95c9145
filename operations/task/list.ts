import type { TaskQuery } from "../../core/contracts/task-requests.ts";
import type { TaskKindView, TaskRow, TaskStepView } from "../../core/contracts/task-views.ts";
import type { Page } from "../../core/contracts/views.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { listKinds } from "../../prisma/store/task/kinds.ts";
import { findTaskState, listTasks as listRows, listTaskSteps } from "../../prisma/store/task/read.ts";
import { listSchedules } from "../../prisma/store/task/schedule.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { noSuchTask } from "./get.ts";
import { taskRow, taskStepView } from "./view.ts";

/**
 * Tasks, newest first.
 * @throws WaybillError `not_allowed`, `search_too_slow`
 */
export async function listTasks(ctx: Context, query: TaskQuery): Promise<Page<TaskRow>> {
  allow(ctx.actor, "run-tasks");
  const { cursor, limit, ...filter } = query;
  const rows = await listRows(ctx.db, { ...filter, after: readTimeCursor(cursor), limit });
  return pageOf(rows, limit, ({ createdAt, id }) => writeTimeCursor({ at: createdAt, id }), taskRow);
}

/**
 * The steps of a task in the order in which they began, the latest thousand, without long outputs; or the one named so, whole.
 * @throws WaybillError `not_allowed`, `not_found`
 */
export async function listSteps(
  ctx: Context,
  taskId: string,
  name?: string,
): Promise<readonly TaskStepView[]> {
  allow(ctx.actor, "run-tasks");
  if ((await findTaskState(ctx.db, taskId)) === undefined) throw noSuchTask();
  return (await listTaskSteps(ctx.db, taskId, name)).map(taskStepView);
}

/**
 * The tasks that workers know, by name, with their schedules.
 * @throws WaybillError `not_allowed`
 */
export async function listTaskKinds(ctx: Context): Promise<readonly TaskKindView[]> {
  allow(ctx.actor, "run-tasks");
  const [kinds, schedules] = await Promise.all([listKinds(ctx.db), listSchedules(ctx.db)]);
  return kinds.map(({ blocksLane: _, ...kind }) => ({
    ...kind,
    schedules: schedules
      .filter(({ task }) => task === kind.name)
      .map(({ name, cron, timeZone, nextAt }) => ({ name, cron, timeZone, nextAt: nextAt.toISOString() })),
  }));
}
