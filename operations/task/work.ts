import type { TaskDefinition, TaskFailure } from "../../core/task/define-task.ts";
import { keptJson } from "../../core/task/kept-json.ts";
import { pauseMsAfter } from "../../core/task/retry.ts";
import { NonRetryable, StepFailed, wishOf } from "../../core/task/task-errors.ts";
import { isDataRefused } from "../../lib/database-fault.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { type BegunTask, beginTask } from "../../prisma/store/task/begin.ts";
import type { Context } from "../context.ts";
import { handleFailure } from "./handle-failure.ts";
import { readInput } from "./read-input.ts";
import type { RunEnd } from "./run-end.ts";
import { messageOf } from "./run-errors.ts";
import { type HeldTask, moveHeld, waitHeld } from "./settle.ts";
import { type RunParts, TaskRun } from "./task-run.ts";
import { TimedOut, withinMs } from "./within-ms.ts";

export type TaskWork = {
  readonly taskId: string;
  readonly fence: bigint;
  /** Workers that died over this task since it last got further. */
  readonly kills: number;
  readonly signal: AbortSignal;
};

/** What tasks run with. `definitions`: those this worker knows, by name. `roll`: from 0 to below 1. */
export type TaskPorts = {
  readonly definitions: ReadonlyMap<string, TaskDefinition>;
  readonly roll: () => number;
};

/** A task that has killed this many workers without getting further has failed for good. */
const MOST_KILLS = 3;
const UNKNOWN_MS = 60_000;

/**
 * Runs a task until it ends or waits, and gives its lease back.
 * @returns after how many ms it wants to be looked at again, if that is known
 * @throws WaybillError `lease_lost`, `shutting_down`; the database's errors
 */
export async function workTask(ctx: Context, ports: TaskPorts, work: TaskWork): Promise<number | undefined> {
  const { taskId: id, fence, kills, signal } = work;
  const task = await beginTask(ctx.db, id, fence, ctx.actor.name);
  const definition = task && ports.definitions.get(task.name);
  if (!definition) {
    // it has ended meanwhile, or is of a worker that knows it
    await releaseLease(ctx.db, "task", { id, fence, dueInMs: task ? UNKNOWN_MS : null });
    return undefined;
  }
  ctx.changes.note({ task: true });
  const held: HeldTask = { task, fence };
  const parts: RunParts = { ctx, definition, task, fence, signal, roll: ports.roll };
  if (kills >= MOST_KILLS) {
    const message = `${kills} workers have died over this task. An operator must find out why.`;
    const error: TaskFailure = { code: "worker_killed", message };
    await (task.state === "Failed"
      ? moveHeld(ctx, held, "Dead", { dueInMs: null })
      : moveHeld(ctx, held, "Dead", { dueInMs: null, error }));
    return undefined;
  }
  if (task.state === "Failed") return handleFailure(held, parts);
  return settle(held, parts, await runOnce(parts));
}

/** One run of the task's function, within its limit of time. */
async function runOnce(parts: RunParts): Promise<RunEnd> {
  const end = await runInTime(parts);
  // a task that heeds the signal fails because its worker stops, or has lost it
  const { signal } = parts;
  return end.is === "failed" && signal.aborted ? { is: "stopped", reason: signal.reason } : end;
}

async function runInTime(parts: RunParts): Promise<RunEnd> {
  const { definition, task, signal } = parts;
  let run: TaskRun | undefined;
  try {
    const input = await readInput(definition, task.input);
    return await withinMs(definition.timeoutMs, signal, (within) => {
      run = new TaskRun({ ...parts, signal: within });
      return run.run(input);
    });
  } catch (error) {
    return { is: "failed", error };
  } finally {
    run?.close();
  }
}

async function settle(held: HeldTask, parts: RunParts, end: RunEnd): Promise<number | undefined> {
  const { ctx } = parts;
  switch (end.is) {
    case "stopped":
      throw end.reason;
    case "waits":
      return (await waitHeld(ctx, held, end.waits)) ?? undefined;
    case "failed":
      return fail(held, parts, end.error);
    case "done":
      return succeed(held, parts, end.output);
  }
}

async function succeed(held: HeldTask, parts: RunParts, value: unknown): Promise<number | undefined> {
  let output: string;
  try {
    output = keptJson(value);
  } catch (error) {
    return fail(held, parts, error);
  }
  try {
    await moveHeld(parts.ctx, held, "Succeeded", { dueInMs: null, error: null, output });
  } catch (cause) {
    if (!isDataRefused(cause)) throw cause;
    const why = `The database does not keep what it returned: ${messageOf(cause)}`;
    return fail(held, parts, new NonRetryable(why, { cause }));
  }
  return undefined;
}

/** After a failure: another try, a pause until a person decides, or the end, with the handler before it. */
async function fail(held: HeldTask, parts: RunParts, error: unknown): Promise<number | undefined> {
  const { ctx, definition, task, roll } = parts;
  const { isFinal, afterMs } = wishOf(error);
  const failures = task.failures + 1;
  const failure: TaskFailure = {
    code: error instanceof TimedOut ? "timed_out" : "failed",
    message: messageOf(error),
    ...(error instanceof StepFailed && { step: error.step }),
  };
  const outside = failuresOutside(task) + 1;
  const pauseMs = isFinal ? undefined : pauseMsAfter(outside, definition.retry, { roll: roll(), afterMs });
  if (pauseMs !== undefined) {
    await moveHeld(ctx, held, "Retrying", { dueInMs: pauseMs, failures, error: failure });
    return pauseMs;
  }
  ctx.log.warn({ task: task.id, name: task.name, err: error }, "a task has failed for good");
  const change = { dueInMs: null, failures, error: failure };
  if (definition.onExhausted === "pause") await moveHeld(ctx, held, "Paused", change);
  else if (!definition.onFailure) await moveHeld(ctx, held, "Dead", change);
  else {
    await moveHeld(ctx, held, "Failed", { ...change, keepsLease: true });
    const failed: HeldTask = { ...held, task: { ...task, state: "Failed", error: failure } };
    return handleFailure(failed, { ...parts, task: failed.task });
  }
  return undefined;
}

/** How often it has failed outside of its steps: their failures are counted with each of them too. */
function failuresOutside({ failures, steps }: BegunTask): number {
  const ofSteps = steps.filter(({ kind }) => kind === "step").reduce((sum, step) => sum + step.failures, 0);
  return Math.max(0, failures - ofSteps);
}
