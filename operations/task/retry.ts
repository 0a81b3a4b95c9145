import type { TaskRetryRequest } from "../../core/contracts/task-requests.ts";
import type { TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { canMoveTask } from "../../core/task/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { forgetAllSteps, forgetFailedSteps } from "../../prisma/store/task/act.ts";
import { moveTask } from "../../prisma/store/task/move.ts";
import type { Context } from "../context.ts";
import { actOnTask } from "./act.ts";

/**
 * Has a dead or paused task tried again, with all its tries: after the last step that was kept, or from the start, when what
 * it has done and the events sent to it are forgotten. In a lane it waits for its turn.
 * @throws WaybillError `not_allowed`, `not_found`, `illegal_move`
 */
export async function retryTask(
  ctx: Context,
  { id, from: place, reason }: TaskRetryRequest & { readonly id: string },
): Promise<TaskView> {
  return actOnTask(ctx, id, async (tx, { state: from, laneId }) => {
    if (!canMoveTask(from, "Accepted", "person"))
      throw new WaybillError(
        "illegal_move",
        `The task is ${from}; only a dead or paused one is tried again.`,
      );
    await (place === "start" ? forgetAllSteps : forgetFailedSteps)(tx, id);
    const dueInMs = laneId === null ? 0 : null;
    const actor = ctx.actor.name;
    await moveTask(tx, { id, from, to: "Accepted", actor, reason, dueInMs, failures: 0 });
    await writeAudit(tx, ctx.actor, {
      action: "task.retry",
      target: id,
      reason,
      before: { state: from },
      after: { state: "Accepted", from: place },
    });
  });
}
