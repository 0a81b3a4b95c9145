import type { TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { whyNoEventName } from "../../core/task/event-name.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { hasTaskEnded } from "../../core/task/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { hasSignal, keepSignal, measureSignals } from "../../prisma/store/task/act.ts";
import type { Context } from "../context.ts";
import { actOnTask } from "./act.ts";

/** What a task reads of events at each run has an end. */
const MOST_EVENTS = 100;
const MOST_PAYLOADS = 4 * 1_048_576;

/**
 * Sends an event to a task, whether or not it waits for it yet. The same event again changes nothing.
 * @throws WaybillError `not_allowed`, `not_found`, `bad_request` for a name that is none or a payload that cannot be kept,
 * `illegal_move` when the task has ended, `event_sent` when one of this name was sent with another payload,
 * `too_many_events`
 */
export async function sendTaskEvent(
  ctx: Context,
  { id, name, payload }: { readonly id: string; readonly name: string; readonly payload: unknown },
): Promise<TaskView> {
  const wrong = whyNoEventName(name);
  if (wrong !== undefined) throw new WaybillError("bad_request", wrong);
  const json = jsonOf(payload);
  return actOnTask(ctx, id, async (tx, { state }) => {
    // who repeats it since the answer was lost has had the task go on with it
    if (hasTaskEnded(state) && (await hasSignal(tx, { taskId: id, name, payload: json }))) return;
    if (hasTaskEnded(state)) throw new WaybillError("illegal_move", `The task has ended: it is ${state}.`);
    const kept = await keepSignal(tx, { taskId: id, name, payload: json, by: ctx.actor.name });
    if (kept === "other")
      throw new WaybillError(
        "event_sent",
        "An event of this name was sent to the task with another payload.",
      );
    if (kept !== "kept") return;
    const { count, length } = await measureSignals(tx, id);
    if (count > MOST_EVENTS || length > MOST_PAYLOADS)
      throw new WaybillError(
        "too_many_events",
        `A task takes at most ${MOST_EVENTS} events, whose payloads have ${MOST_PAYLOADS} characters of JSON together.`,
      );
    await writeAudit(tx, ctx.actor, { action: "task.event", target: id, after: { event: name } });
  });
}

function jsonOf(payload: unknown): string {
  try {
    return keptJson(payload);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WaybillError("bad_request", why, { cause });
  }
}
