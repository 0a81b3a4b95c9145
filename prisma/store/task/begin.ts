import type { TaskFailure } from "../../../core/task/define-task.ts";
import { TASK_WORKED, type TaskState } from "../../../core/task/states.ts";
import type { Sql } from "../../sql.ts";

/** What a step has come to. `isOver`: it is finished, or the time until which it waits has come. */
export type KeptStep = {
  readonly name: string;
  readonly kind: "step" | "sleep" | "event" | "failure";
  readonly output: unknown;
  readonly error: string | null;
  readonly failures: number;
  readonly isFinished: boolean;
  readonly isOver: boolean;
};

/** A task as its worker has it. `signals`: payloads of the events sent to it, by name. */
export type BegunTask = {
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  readonly laneId: string | null;
  readonly input: unknown;
  readonly failures: number;
  readonly error: TaskFailure | null;
  readonly position: bigint | null;
  readonly steps: readonly KeptStep[];
  readonly signals: Readonly<Record<string, unknown>>;
};

/**
 * Begins or goes on with a task under a lease: it is Running then, unless it has failed for good and only its handler is
 * left. Reads all that it has done, and writes the move's event, in one statement.
 * @returns undefined: the lease is lost, or there is nothing to work
 */
export async function beginTask(
  tx: Sql,
  id: string,
  fence: bigint,
  actor: string,
): Promise<BegunTask | undefined> {
  const [task] = await tx.$queryRaw<BegunTask[]>`
    WITH mine AS MATERIALIZED (
      SELECT id, state FROM task
      WHERE id = ${id} AND fence = ${fence} AND lease_owner IS NOT NULL AND state = ANY(${[...TASK_WORKED]}::task_state[])
      FOR NO KEY UPDATE
    ), begun AS (
      UPDATE task SET state = 'Running', state_at = clock_timestamp()
      WHERE id IN (SELECT id FROM mine WHERE state NOT IN ('Running', 'Failed'))
      RETURNING id
    ), told AS (
      INSERT INTO task_event (task_id, "from", "to", actor)
      SELECT id, state, 'Running', ${actor} FROM mine WHERE id IN (SELECT id FROM begun)
    )
    SELECT task.id, task.name, task.lane_id AS "laneId", task.input, task.failures, task.error,
      CASE WHEN task.state = 'Failed' THEN 'Failed' ELSE 'Running' END AS state,
      (SELECT position FROM sequenced WHERE kind = 'task' AND item_id = task.id AND ending = 0) AS position,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('name', step.name, 'kind', step.kind, 'output', step.output,
          'error', step.error, 'failures', step.failures, 'isFinished', step.finished_at IS NOT NULL,
          'isOver', step.finished_at IS NOT NULL OR COALESCE(step.until <= clock_timestamp(), false))), '[]')
        FROM task_step AS step WHERE step.task_id = task.id) AS steps,
      (SELECT COALESCE(jsonb_object_agg(signal.name, signal.payload), '{}')
        FROM task_signal AS signal WHERE signal.task_id = task.id) AS signals
    FROM mine JOIN task ON task.id = mine.id`;
  return task;
}
