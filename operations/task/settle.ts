import { hasTaskEnded, type TaskState } from "../../core/task/states.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { BegunTask } from "../../prisma/store/task/begin.ts";
import { callNext, lockLane } from "../../prisma/store/task/lane.ts";
import { moveTask, type TaskMove } from "../../prisma/store/task/move.ts";
import { beginWait, countStepFailure, lockTask, readWaitMs } from "../../prisma/store/task/step.ts";
import type { Context } from "../context.ts";
import type { TaskWait } from "./run-end.ts";
import { leaseLost } from "./run-errors.ts";

/** A task under its worker's lease. */
export type HeldTask = { readonly task: BegunTask; readonly fence: bigint };

type Change = Pick<TaskMove, "dueInMs"> &
  Partial<Pick<TaskMove, "failures" | "error" | "output" | "keepsLease">>;

/**
 * Moves a task that its worker holds. When it has ended, the next one of its lane is made due in the same transaction.
 * @throws WaybillError `lease_lost`
 */
export async function moveHeld(ctx: Context, held: HeldTask, to: TaskState, change: Change): Promise<void> {
  const { task } = held;
  const { laneId } = task;
  if (laneId === null || !hasTaskEnded(to)) await moveIn(ctx.db, ctx, held, to, change);
  else
    await ctx.db.transact(async (tx) => {
      await lockLane(tx, laneId);
      await moveIn(tx, ctx, held, to, change);
      await callNext(tx, laneId);
    });
  ctx.changes.note({ task: true, due: laneId === null ? false : ["task"] });
}

async function moveIn(
  tx: Sql,
  { actor }: Context,
  { task, fence }: HeldTask,
  to: TaskState,
  change: Change,
): Promise<void> {
  const move = { id: task.id, from: task.state, to, actor: actor.name, fence, ...change };
  if (!(await moveTask(tx, move))) throw leaseLost(task.id);
}

/**
 * Lets a task wait as its run has asked for. Failed steps come first: the others are looked at again when those have been tried.
 * @returns after how many ms it goes on; null: not before something happens
 */
export async function waitHeld(
  ctx: Context,
  held: HeldTask,
  waits: readonly TaskWait[],
): Promise<number | null> {
  const { task, fence } = held;
  const ofStep = (name: string) => ({ taskId: task.id, fence, name });
  const retries = waits.filter((wait) => wait.is === "retry");
  const dueInMs = await ctx.db.transact(async (tx) => {
    // so that an event comes before this, and is seen below, or after it, and wakes the task
    await lockTask(tx, task.id);
    for (const wait of waits)
      if (wait.is !== "retry" && !(await beginWait(tx, ofStep(wait.name), { kind: wait.is, ms: wait.ms })))
        throw leaseLost(task.id);
    if (retries.length > 0) return retryIn(tx, ctx, held, retries);
    const names = waits.map(({ name }) => name);
    const events = waits.flatMap((wait) => (wait.is === "event" ? [wait.event] : []));
    const ms = await readWaitMs(tx, { taskId: task.id, names, events });
    await moveIn(tx, ctx, held, events.length > 0 ? "Waiting" : "Sleeping", { dueInMs: ms });
    return ms;
  });
  ctx.changes.note({ task: true });
  return dueInMs;
}

type Retry = Extract<TaskWait, { readonly is: "retry" }>;

/** Each step has its own tries. They are all tried again in one run, when the longest of their pauses is over. */
async function retryIn(tx: Sql, ctx: Context, held: HeldTask, retries: readonly Retry[]): Promise<number> {
  const { task, fence } = held;
  for (const { name, message, tookMs } of retries) {
    const step = { taskId: task.id, fence, name };
    if (!(await countStepFailure(tx, step, { kind: "step", error: message, tookMs })))
      throw leaseLost(task.id);
  }
  const longest = retries.reduce((most, each) => (each.pauseMs > most.pauseMs ? each : most));
  const { name: step, message, pauseMs: dueInMs } = longest;
  const failures = task.failures + retries.length;
  await moveIn(tx, ctx, held, "Retrying", { dueInMs, failures, error: { code: "failed", message, step } });
  return dueInMs;
}
