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

/**
 * Forgets the steps that have failed and the handler on failure, and waits that have not ended or have ended without their
 * event after whatever else is kept, so that they are done again. The tries of the others are no longer counted. What was
 * kept in the same millisecond came later: a wait has ended before this run did anything else.
 */
export async function forgetFailedSteps(tx: Sql, taskId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM task_step WHERE task_id = ${taskId} AND (kind = 'failure' OR error IS NOT NULL)`;
  await tx.$executeRaw`
    DELETE FROM task_step AS wait
    WHERE task_id = ${taskId} AND kind = 'event' AND (finished_at IS NULL OR output = '[]' AND NOT EXISTS (
      SELECT FROM task_step AS later
      WHERE later.task_id = wait.task_id AND later.finished_at >= wait.finished_at
        AND (later.kind = 'step' OR later.kind = 'event' AND later.output <> '[]')))`;
  await tx.$executeRaw`UPDATE task_step SET failures = 0 WHERE task_id = ${taskId} AND failures > 0`;
}

/** Forgets everything that a task has done, and the events sent to it. */
export async function forgetAllSteps(tx: Sql, taskId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM task_step WHERE task_id = ${taskId}`;
  await tx.$executeRaw`DELETE FROM task_signal WHERE task_id = ${taskId}`;
}

/** How many events were sent to a task, and the characters that their payloads have together as they are read. */
export async function measureSignals(
  tx: Sql,
  taskId: string,
): Promise<{ readonly count: number; readonly length: number }> {
  const [sent] = await tx.$queryRaw<{ count: number; length: number }[]>`
    SELECT count(*)::int AS count, COALESCE(sum(length(payload::text)), 0)::float8 AS length
    FROM task_signal WHERE task_id = ${taskId}`;
  return sent ?? { count: 0, length: 0 };
}

/** Whether an event of this name was sent to the task with this payload (as JSON). */
export async function hasSignal(
  tx: Sql,
  { taskId, name, payload }: { readonly taskId: string; readonly name: string; readonly payload: string },
): Promise<boolean> {
  const [found] = await tx.$queryRaw<unknown[]>`
    SELECT FROM task_signal WHERE task_id = ${taskId} AND name = ${name} AND payload = ${payload}::jsonb`;
  return found !== undefined;
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
    UPDATE task SET due_at = clock_timestamp() WHERE id = ${taskId} AND state = 'Waiting'`;
  return "kept";
}
