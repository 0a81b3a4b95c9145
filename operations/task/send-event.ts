import type { TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { hasTaskEnded } from "../../core/task/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { keepSignal } from "../../prisma/store/task/act.ts";
import type { Context } from "../context.ts";
import { actOnTask } from "./act.ts";

/** An event's name, as `waitFor` has it. */
const NAME = /^[\x21-\x7e]{1,100}$/;

/**
 * Sends an event to a task, whether or not it waits for it yet. The same event again changes nothing.
 * @throws WaybillError `not_allowed`, `not_found`, `bad_request` for a name that is none, `illegal_move` when the task has
 * ended, `event_sent` when one of this name was sent with another payload
 */
export async function sendTaskEvent(
  ctx: Context,
  { id, name, payload }: { readonly id: string; readonly name: string; readonly payload: unknown },
): Promise<TaskView> {
  if (!NAME.test(name))
    throw new WaybillError(
      "bad_request",
      "The name of an event has 1 to 100 printable characters without spaces.",
    );
  return actOnTask(ctx, id, async (tx, { state }) => {
    if (hasTaskEnded(state)) throw new WaybillError("illegal_move", `The task has ended: it is ${state}.`);
    const json = keptJson(payload);
    const kept = await keepSignal(tx, { taskId: id, name, payload: json, by: ctx.actor.name });
    if (kept === "other")
      throw new WaybillError(
        "event_sent",
        "An event of this name was sent to the task with another payload.",
      );
    if (kept === "kept")
      await writeAudit(tx, ctx.actor, { action: "task.event", target: id, after: { event: name } });
  });
}
