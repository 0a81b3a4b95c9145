import type { TaskState } from "../../../core/task/states.ts";
import type { Sql } from "../../sql.ts";

/** A task that a person acts on, locked until the transaction ends. */
export type LockedTask = { readonly id: string; readonly state: TaskState; readonly laneId: string | null };

export async function findTaskLane(
  tx: Sql,
  id: string,
): Promise<{ readonly laneId: string | null } | undefined> {
  const [task] = await tx.$queryRaw<{ laneId: string | null }[]>`
    SELECT lane_id AS "laneId" FROM task WHERE id = ${id}`;
  return task;
}

/** Locks a task. Its lane, if it has one, is locked before (`lockLane`). */
export async function lockTaskToAct(tx: Sql, id: string): Promise<LockedTask | undefined> {
  const [task] = await tx.$queryRaw<LockedTask[]>`
    SELECT id, state, lane_id AS "laneId" FROM task WHERE id = ${id} FOR NO KEY UPDATE`;
  return task;
}

/** Forgets the steps that have failed, and the handler on failure, so that they are done again. */
export async function forgetFailedSteps(tx: Sql, taskId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM task_step WHERE task_id = ${taskId} AND (kind = 'failure' OR error IS NOT NULL)`;
}

/** Forgets everything that a task has done, and the events sent to it. */
export async function forgetAllSteps(tx: Sql, taskId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM task_step WHERE task_id = ${taskId}`;
  await tx.$executeRaw`DELETE FROM task_signal WHERE task_id = ${taskId}`;
}

/**
 * Keeps an event (its payload as JSON) sent to a task that is locked, and has a waiting task go on.
 * @returns `other`: one of this name was sent before, with another payload, and nothing was kept; `same`: with this one
 */
export async function keepSignal(
  tx: Sql,
  signal: { readonly taskId: string; readonly name: string; readonly payload: string; readonly by: string },
): Promise<"kept" | "same" | "other"> {
  const { taskId, name, payload, by } = signal;
  const kept = await tx.$executeRaw`
    INSERT INTO task_signal (task_id, name, payload, at, by)
    VALUES (${taskId}, ${name}, ${payload}::jsonb, clock_timestamp(), ${by}) ON CONFLICT (task_id, name) DO NOTHING`;
  if (kept === 0) {
    const [before] = await tx.$queryRaw<{ isSame: boolean }[]>`
      SELECT payload = ${payload}::jsonb AS "isSame" FROM task_signal WHERE task_id = ${taskId} AND name = ${name}`;
    return before?.isSame ? "same" : "other";
  }
  await tx.$executeRaw`
    UPDATE task SET due_at = clock_timestamp() WHERE id = ${taskId} AND state IN ('Waiting', 'Sleeping')`;
  return "kept";
}
