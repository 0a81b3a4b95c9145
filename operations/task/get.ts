import type { TasksAhead, TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findAhead } from "../../prisma/store/task/ahead.ts";
import { findTask, type TaskDetails } from "../../prisma/store/task/read.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { taskView } from "./view.ts";

/**
 * One task.
 * @throws WaybillError `not_allowed`, `not_found`
 */
export async function getTask({ db, actor }: Pick<Context, "db" | "actor">, id: string): Promise<TaskView> {
  allow(actor, "run-tasks");
  const task = await findTask(db, id);
  if (!task) throw noSuchTask();
  return taskView(actor, task, await readAhead(db, task));
}

async function readAhead(db: Context["db"], task: TaskDetails): Promise<TasksAhead | null> {
  const { state, laneId, laneSeq, dueAt } = task;
  if (state !== "Accepted" || laneId === null || laneSeq === null || dueAt !== null) return null;
  return findAhead(db, { laneId, laneSeq });
}

export function noSuchTask(): WaybillError {
  return new WaybillError("not_found", "There is no such task, or it was forgotten a while after it ended.");
}
