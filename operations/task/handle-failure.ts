import type { TaskFailure } from "../../core/task/define-task.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { countStepFailure } from "../../prisma/store/task/step.ts";
import { readInput } from "./read-input.ts";
import { leaseLost } from "./run-errors.ts";
import { type HeldTask, moveHeld } from "./settle.ts";
import { type RunParts, TaskRun } from "./task-run.ts";

/** The step under which the handler is kept. No step of a task may have this name. */
const FAILURE_STEP = "waybill: on failure";

/** The handler is tried a few times; that it fails must not hide why the task did. */
const RETRY = { maxAttempts: 3 };

/**
 * Runs the handler of a task that has failed for good, once, and lets the task be dead.
 * @returns after how many ms the handler is tried again, if it is
 */
export async function handleFailure(held: HeldTask, parts: RunParts): Promise<number | undefined> {
  const { ctx, definition } = parts;
  const { task, fence } = held;
  const failure: TaskFailure = task.error ?? { code: "failed", message: "It is not known why it failed." };
  const run = new TaskRun(parts);
  const end = await run.only(
    FAILURE_STEP,
    async (attempt) => {
      const input = await readInput(definition, task.input);
      await definition.onFailure?.(input, failure, { ...attempt, log: run.log });
    },
    { retry: { ...definition.retry, ...RETRY } },
  );
  if (end.is === "stopped") throw end.reason;
  const [wait] = end.is === "waits" ? end.waits : [];
  if (wait?.is === "retry") {
    const { message, pauseMs, tookMs } = wait;
    const step = { taskId: task.id, fence, name: FAILURE_STEP };
    if (!(await countStepFailure(ctx.db, step, { kind: "failure", error: message, tookMs })))
      throw leaseLost(task.id);
    await releaseLease(ctx.db, "task", { id: task.id, fence, dueInMs: pauseMs });
    return pauseMs;
  }
  if (end.is === "failed")
    ctx.log.error(
      { task: task.id, name: task.name, err: end.error },
      "the handler of a dead task has failed",
    );
  await moveHeld(ctx, held, "Dead", { dueInMs: null });
  return undefined;
}
