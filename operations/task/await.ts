import type { Actor } from "../../core/access/roles.ts";
import type { TaskView } from "../../core/contracts/task-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { hasTaskEnded } from "../../core/task/states.ts";
import { findTaskState } from "../../prisma/store/task/read.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getTask, noSuchTask } from "./get.ts";

/** Tells that some task has changed. A hint: it may come late, in vain, or not at all. */
export type TaskHints = {
  /** True once this process is stopping. */
  readonly isOver: boolean;
  /** How often it was told so far. */
  readonly heard: number;
  /** Settles at the next hint after `heard`, at the end, at the latest after `ms`. @throws the signal's reason */
  until(heard: number, ms: number, signal: AbortSignal): Promise<void>;
};

/** How soon it is looked at again without a hint, and after one that may have been about another task. */
const LOOK_MS = 1_000;
const VAIN_MS = 50;

/**
 * As getTask, once the task has ended or stands still, at the latest after `waitMs`. While it waits it holds no connection.
 * @throws WaybillError as getTask and `again`; `shutting_down` when the process is stopping already; the signal's reason
 */
export async function awaitTask(
  ctx: Pick<Context, "db" | "actor">,
  id: string,
  wait: {
    readonly waitMs: number;
    readonly signal: AbortSignal;
    readonly hints: TaskHints;
    /** Who the same request would act as now. @throws WaybillError when it would be refused */
    readonly again: () => Promise<Actor>;
  },
): Promise<TaskView> {
  const { signal, hints, again } = wait;
  allow(ctx.actor, "run-tasks");
  if (hints.isOver) throw new WaybillError("shutting_down", "Waybill is stopping. Try again in a moment.");
  const untilMs = performance.now() + wait.waitMs;
  const leftMs = () => untilMs - performance.now();
  for (;;) {
    signal.throwIfAborted();
    const { heard } = hints;
    const state = await findTaskState(ctx.db, id);
    if (state === undefined) throw noSuchTask();
    if (hasTaskEnded(state) || state === "Paused" || leftMs() <= 0 || hints.isOver) break;
    await hints.until(heard, Math.min(LOOK_MS, leftMs()), signal);
    await hints.until(Number.POSITIVE_INFINITY, Math.min(VAIN_MS, leftMs()), signal);
  }
  return getTask({ db: ctx.db, actor: await again() }, id);
}
