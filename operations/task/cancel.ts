import type { TaskCancelRequest } from "../../core/contracts/task-requests.ts";
import type { TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { canMoveTask } from "../../core/task/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { moveTask } from "../../prisma/store/task/move.ts";
import type { Context } from "../context.ts";
import { actOnTask } from "./act.ts";

/**
 * Cancels a task that has not ended, or gives up a dead one. Whoever works it can keep nothing more of it; a step that is
 * being done may still have its effect.
 * @throws WaybillError `not_allowed`, `not_found`, `illegal_move`
 */
export async function cancelTask(
  ctx: Context,
  { id, reason }: TaskCancelRequest & { readonly id: string },
): Promise<TaskView> {
  return actOnTask(ctx, id, async (tx, { state: from }) => {
    if (!canMoveTask(from, "Cancelled", "person"))
      throw new WaybillError("illegal_move", `The task is ${from} and cannot be cancelled.`);
    const actor = ctx.actor.name;
    await moveTask(tx, { id, from, to: "Cancelled", actor, reason, dueInMs: null });
    await writeAudit(tx, ctx.actor, {
      action: "task.cancel",
      target: id,
      reason,
      before: { state: from },
      after: { state: "Cancelled" },
    });
  });
}
