import type { TaskState } from "../../../core/task/states.ts";
import type { Sql } from "../../sql.ts";

/** Up to how many tasks of a state are counted. */
export const MOST_OF_STATE = 1_000;

/** How many tasks are in a state, by states that have any. Counted up to `MOST_OF_STATE`. */
export type StateCount = { readonly state: TaskState; readonly tasks: number };

/**
 * Counts tasks by state, each up to a thousand. A range of one state instead of an equation, so that only the index of states
 * has the order that is asked for: by an estimate, a plan would read the whole table for a state that hardly any task has.
 */
export async function countByState(tx: Sql, states: readonly TaskState[]): Promise<readonly StateCount[]> {
  return tx.$queryRaw<StateCount[]>`
    SELECT each.state, counted.tasks
    FROM unnest(${[...states]}::task_state[]) AS each (state), LATERAL (
      SELECT count(*)::int AS tasks FROM (
        SELECT FROM task WHERE task.state >= each.state AND task.state <= each.state
        ORDER BY task.state LIMIT ${MOST_OF_STATE}) AS first) AS counted`;
}
