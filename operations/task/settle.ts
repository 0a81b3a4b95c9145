import type { TaskFailure } from "../../core/task/define-task.ts";
import { hasTaskEnded, type TaskState } from "../../core/task/states.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { BegunTask } from "../../prisma/store/task/begin.ts";
import { callNext, lockLane } from "../../prisma/store/task/lane.ts";
import { moveTask, type TaskMove } from "../../prisma/store/task/move.ts";
import { beginWait, countStepFailure, lockTask, readWaitMs } from "../../prisma/store/task/step.ts";
import type { Context } from "../context.ts";
import { leaseLost, type TaskWait } from "./task-run.ts";

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
  ctx.changes.note({ task: true, due: laneId !== null });
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
 * Lets a task wait as its run has asked for. A failed step comes first: the others are looked at again when it has been tried.
 * @returns after how many ms it goes on; null: not before something happens
 */
export async function waitHeld(
  ctx: Context,
  held: HeldTask,
  waits: readonly TaskWait[],
): Promise<number | null> {
  const { task, fence } = held;
  const ofStep = (name: string) => ({ taskId: task.id, fence, name });
  const retry = waits.find((wait) => wait.is === "retry");
  const dueInMs = await ctx.db.transact(async (tx) => {
    // so that an event comes before this, and is seen below, or after it, and wakes the task
    await lockTask(tx, task.id);
    for (const wait of waits)
      if (wait.is !== "retry" && !(await beginWait(tx, ofStep(wait.name), { kind: wait.is, ms: wait.ms })))
        throw leaseLost(task.id);
    if (retry) return retryIn(tx, ctx, held, retry);
    const names = waits.map(({ name }) => name);
    const events = waits.flatMap((wait) => (wait.is === "event" ? [wait.event] : []));
    const ms = await readWaitMs(tx, { taskId: task.id, names, events });
    await moveIn(tx, ctx, held, events.length > 0 ? "Waiting" : "Sleeping", { dueInMs: ms });
    return ms;
  });
  ctx.changes.note({ task: true });
  return dueInMs;
}

async function retryIn(
  tx: Sql,
  ctx: Context,
  held: HeldTask,
  { name, own, message, pauseMs, tookMs }: Extract<TaskWait, { readonly is: "retry" }>,
): Promise<number> {
  const { task, fence } = held;
  const step = { taskId: task.id, fence, name };
  if (own && !(await countStepFailure(tx, step, { kind: "step", error: message, tookMs })))
    throw leaseLost(task.id);
  const error: TaskFailure = { code: "failed", message, step: name };
  const failures = own ? task.failures : task.failures + 1;
  await moveIn(tx, ctx, held, "Retrying", { dueInMs: pauseMs, failures, error });
  return pauseMs;
}
