import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { TASK_IS } from "../states-sql.ts";

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

/**
 * A row of `task` that keeps those behind it in its lane waiting. The index task_lane_before_idx has this condition, and
 * here it has no parameter, so that the planner sees that: otherwise each end would read all that wait.
 */
export const STANDS_BEFORE = Prisma.sql`(state IN ${TASK_IS.begun}
  OR (state = 'Dead' AND blocks_lane) OR (state = 'Accepted' AND due_at IS NOT NULL))`;

/**
 * Makes the first waiting task of a lane due, unless another one stands before it. The lane is locked, and whatever has
 * changed in it was a statement before this one: so either this one sees it, or whoever changes it afterwards calls this.
 * The state is compared as a text, which no index has: by that of states, all that is accepted would be read.
 * @returns whether one was made due
 */
export async function callNext(tx: Sql, laneId: string): Promise<boolean> {
  const called = await tx.$executeRaw`
    UPDATE task SET due_at = clock_timestamp() WHERE id = (
      SELECT id FROM task
      WHERE lane_id = ${laneId} AND due_at IS NULL AND ended_at IS NULL AND state::text = 'Accepted' AND NOT EXISTS (
        SELECT FROM task WHERE lane_id = ${laneId} AND ${STANDS_BEFORE})
      ORDER BY lane_seq LIMIT 1)`;
  return called > 0;
}

/** The lane of the row `lane` has no task. In order, for by any of them a plan may expect to find one soon, and read all. */
const IS_EMPTY = Prisma.sql`(SELECT lane_seq FROM task WHERE lane_id = lane.id ORDER BY lane_seq LIMIT 1) IS NULL`;

/**
 * Deletes the lanes that have no task left, of the first `most` after the id `after`. Those that somebody holds stay. A lane
 * is looked at again once it is locked: a task may have been accepted into it meanwhile.
 * @returns how many, and the id to go on after; `last` undefined: there are no more lanes
 */
export async function forgetLanes(
  tx: Sql,
  after: string,
  most: number,
): Promise<{ readonly forgotten: number; readonly last: string | undefined }> {
  const looked = await tx.$queryRaw<{ id: string; isEmpty: boolean }[]>`
    SELECT id, ${IS_EMPTY} AS "isEmpty"
    FROM (SELECT id FROM task_lane WHERE id > ${after} ORDER BY id LIMIT ${most}) AS lane ORDER BY id`;
  const empty = looked.filter(({ isEmpty }) => isEmpty).map(({ id }) => id);
  const last = looked.length < most ? undefined : looked.at(-1)?.id;
  if (empty.length === 0) return { forgotten: 0, last };
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM task_lane WHERE id = ANY(${empty}::text[]) ORDER BY id FOR UPDATE SKIP LOCKED`;
  const forgotten = await tx.$executeRaw`
    DELETE FROM task_lane AS lane WHERE id = ANY(${locked.map(({ id }) => id)}::text[]) AND ${IS_EMPTY}`;
  return { forgotten, last };
}
