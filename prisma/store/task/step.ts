import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

export type StepOf = { readonly taskId: string; readonly fence: bigint; readonly name: string };

/** The task while it is the holder's, locked: whoever takes it over comes before this statement or after it. */
function mineOf({ taskId, fence }: StepOf): Prisma.Sql {
  return Prisma.sql`mine AS MATERIALIZED (
      SELECT id, kills FROM task WHERE id = ${taskId} AND fence = ${fence} AND lease_owner IS NOT NULL FOR NO KEY UPDATE
    ), moved_on AS (
      UPDATE task SET kills = 0, kill_fences = '{}' WHERE id IN (SELECT id FROM mine WHERE kills > 0)
    )`;
}

/** How a step has ended: with its output (JSON), or for good with an error. `tookMs`: since its last try began. */
export type StepEnd = {
  readonly kind: "step" | "event" | "failure";
  readonly output?: string;
  readonly error?: string;
  readonly tookMs: number;
};

/** Keeps the end of a step. A step is kept once. @returns false: the lease is lost, nothing was kept */
export async function keepTaskStep(tx: Sql, step: StepOf, end: StepEnd): Promise<boolean> {
  const kept = await tx.$executeRaw`
    WITH ${mineOf(step)}
    INSERT INTO task_step (task_id, name, kind, output, error, started_at, finished_at, fence)
    SELECT id, ${step.name}, ${end.kind}, ${end.output ?? null}::jsonb, ${end.error ?? null},
      clock_timestamp() - ${end.tookMs}::float8 * interval '1 millisecond', clock_timestamp(), ${step.fence}
    FROM mine
    ON CONFLICT (task_id, name) DO UPDATE SET output = excluded.output, error = excluded.error,
      started_at = CASE WHEN task_step.kind = 'step' THEN excluded.started_at ELSE task_step.started_at END,
      finished_at = excluded.finished_at, fence = excluded.fence
    WHERE task_step.finished_at IS NULL`;
  return kept > 0;
}

/** Counts a failed try of a step. @returns as above */
export async function countStepFailure(
  tx: Sql,
  step: StepOf,
  {
    kind,
    error,
    tookMs,
  }: { readonly kind: "step" | "failure"; readonly error: string; readonly tookMs: number },
): Promise<boolean> {
  const kept = await tx.$executeRaw`
    WITH ${mineOf(step)}
    INSERT INTO task_step (task_id, name, kind, error, failures, started_at, fence)
    SELECT id, ${step.name}, ${kind}, ${error}, 1,
      clock_timestamp() - ${tookMs}::float8 * interval '1 millisecond', ${step.fence} FROM mine
    ON CONFLICT (task_id, name) DO UPDATE SET failures = task_step.failures + 1, error = excluded.error,
      started_at = excluded.started_at, fence = excluded.fence
    WHERE task_step.finished_at IS NULL`;
  return kept > 0;
}

/** Begins a wait: for some ms, or for an event that may be waited for without end. One begun before stays as it is. @returns as above */
export async function beginWait(
  tx: Sql,
  step: StepOf,
  { kind, ms }: { readonly kind: "sleep" | "event"; readonly ms: number | null },
): Promise<boolean> {
  const kept = await tx.$queryRaw<unknown[]>`
    WITH ${mineOf(step)}, begun AS (
      INSERT INTO task_step (task_id, name, kind, started_at, until, fence)
      SELECT id, ${step.name}, ${kind}, clock_timestamp(),
        clock_timestamp() + ${ms}::float8 * interval '1 millisecond', ${step.fence}
      FROM mine ON CONFLICT (task_id, name) DO NOTHING
    )
    SELECT FROM mine`;
  return kept.length > 0;
}

/**
 * When a task that waits under these names is to go on: at once if the event of one has come, at the earliest of their ends,
 * or (null) not before something happens. Read it while the task is locked. `events`: names of events, not of steps.
 */
export async function readWaitMs(
  tx: Sql,
  {
    taskId,
    names,
    events,
  }: { readonly taskId: string; readonly names: readonly string[]; readonly events: readonly string[] },
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ ms: number | null }[]>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM task_signal WHERE task_id = ${taskId} AND name = ANY(${[...events]}::text[])) THEN 0
      WHEN min(until) IS NOT NULL THEN greatest(0, extract(epoch FROM min(until) - clock_timestamp()) * 1000)::float8
      END AS ms
    FROM task_step WHERE task_id = ${taskId} AND name = ANY(${[...names]}::text[])`;
  return row?.ms ?? null;
}

/** Locks a task until the transaction ends, so that no event can come unnoticed. */
export async function lockTask(tx: Sql, taskId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM task WHERE id = ${taskId} FOR NO KEY UPDATE`;
}
