import type { TaskCounts } from "../../core/contracts/task-views.ts";
import { TASK_STATES } from "../../core/task/states.ts";
import { countByState, MOST_OF_STATE } from "../../prisma/store/task/count.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/**
 * How many tasks are in each state, all names together, each counted up to a thousand.
 * @throws WaybillError `not_allowed`
 */
export async function countTasks(ctx: Context): Promise<TaskCounts> {
  allow(ctx.actor, "run-tasks");
  const counted = await countByState(ctx.db, TASK_STATES);
  const none = TASK_STATES.map((state) => [state, 0] as const);
  const found = counted.map(({ state, tasks }) => [state, tasks] as const);
  return { most: MOST_OF_STATE, states: Object.fromEntries([...none, ...found]) as TaskCounts["states"] };
}
