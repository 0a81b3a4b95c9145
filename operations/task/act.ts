import type { TaskView } from "../../core/contracts/task-views.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findTaskLane, type LockedTask, lockTaskToAct } from "../../prisma/store/task/act.ts";
import { callNext, lockLane } from "../../prisma/store/task/lane.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getTask, noSuchTask } from "./get.ts";

/**
 * A person's act on a task: its lane and itself are locked meanwhile, and what then may begin in the lane does.
 * @throws WaybillError `not_allowed`, `not_found`, and those of `act`
 */
export async function actOnTask(
  ctx: Context,
  id: string,
  act: (tx: Sql, task: LockedTask) => Promise<void>,
): Promise<TaskView> {
  allow(ctx.actor, "run-tasks");
  const found = await findTaskLane(ctx.db, id);
  if (!found) throw noSuchTask();
  const { laneId } = found;
  await ctx.db.transact(async (tx) => {
    if (laneId !== null) await lockLane(tx, laneId);
    const task = await lockTaskToAct(tx, id);
    if (!task) throw noSuchTask();
    await act(tx, task);
    if (laneId !== null) await callNext(tx, laneId);
  });
  ctx.changes.note({ due: ["task"], task: true });
  return getTask(ctx, id);
}
