import { TASK_BEGUN } from "../../../core/task/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A lane of tasks while its row is locked, and the place the next task gets. */
export type LockedLane = { readonly id: string; readonly seq: bigint };

/**
 * Locks the lane of a name and key until the transaction ends, making it if need be, and draws a place in it. Lock a lane
 * before any task of it.
 */
export async function drawPlace(
  tx: Sql,
  lane: { readonly id: string; readonly name: string; readonly key: string },
): Promise<LockedLane> {
  const [row] = await tx.$queryRaw<LockedLane[]>`
    INSERT INTO task_lane (id, name, key, next_seq) VALUES (${lane.id}, ${lane.name}, ${lane.key}, 2)
    ON CONFLICT (name, key) DO UPDATE SET next_seq = task_lane.next_seq + 1
    RETURNING id, next_seq - 1 AS seq`;
  if (!row) throw new Error("a lane of tasks was neither found nor made");
  return row;
}

/** Locks a lane that has tasks, until the transaction ends. */
export async function lockLane(tx: Sql, laneId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM task_lane WHERE id = ${laneId} FOR NO KEY UPDATE`;
}

/** A row of `task` that keeps those behind it in its lane waiting. */
const STANDS_BEFORE = Prisma.sql`(state = ANY(${[...TASK_BEGUN]}::task_state[])
  OR (state = 'Dead' AND blocks_lane) OR (state = 'Accepted' AND due_at IS NOT NULL))`;

/**
 * Makes the first waiting task of a lane due, unless another one stands before it. The lane is locked, and whatever has
 * changed in it was a statement before this one: so either this one sees it, or whoever changes it afterwards calls this.
 * @returns whether one was made due
 */
export async function callNext(tx: Sql, laneId: string): Promise<boolean> {
  const called = await tx.$executeRaw`
    UPDATE task SET due_at = clock_timestamp() WHERE id = (
      SELECT id FROM task
      WHERE lane_id = ${laneId} AND state = 'Accepted' AND NOT EXISTS (
        SELECT FROM task WHERE lane_id = ${laneId} AND state NOT IN ('Succeeded', 'Cancelled') AND ${STANDS_BEFORE})
      ORDER BY lane_seq LIMIT 1)`;
  return called > 0;
}
