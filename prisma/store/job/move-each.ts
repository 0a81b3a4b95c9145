import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import {
  callbackOf,
  checkMove,
  type JobMove,
  MOVED,
  MOVED_COLUMNS,
  type Moved,
  moveColumns,
  moveEvents,
} from "./move.ts";
import { namesOf, queriesOf } from "./part.ts";

/** A move that a worker makes of a job under its lease, and that says nothing of its own about this job. */
export type PlainMove = Omit<JobMove, "fence" | "reason" | "fault" | "requeue" | "foldersForMs"> & {
  readonly by: "worker";
  readonly fence: bigint;
};

/** Moves with the same text can be written by one statement. */
export function alikeMove(move: PlainMove): string {
  const { from, to, actor, folderGone, dropFolder, earlier, parts = [] } = move;
  return JSON.stringify([from, to, actor, folderGone, dropFolder, earlier, namesOf(parts)]);
}

/**
 * What moveJob does, for several jobs whose moves are alike, with one statement. A job that another transaction has locked
 * is left out, so that the others do not wait for it, and so is one whose lease is lost: moveJob tells which. The LIMIT
 * takes nothing away: with it a plan for any number of jobs finds every row by its key.
 * @returns in the order given; undefined: left out
 * @throws WaybillError `illegal_move` (no such arrow)
 */
export async function moveEach(tx: Sql, moves: readonly PlainMove[]): Promise<(Moved | undefined)[]> {
  const [first] = moves;
  if (!first) return [];
  const { to, by, earlier = [] } = first;
  for (const one of [...earlier, first]) checkMove({ ...one, by });
  // of two rows for one target, PostgreSQL takes either
  for (const { parts = [] } of moves)
    if (namesOf(parts).length < parts.length) throw new Error("a move has two parts of one name");
  const from = earlier[0]?.from ?? first.from;
  const asked = moves.toSorted((one, other) => (one.jobId < other.jobId ? -1 : 1));
  const needs = Prisma.sql`(SELECT needs FROM mine WHERE mine.id = job.id)`;
  const rows = await tx.$queryRaw<(Moved & { readonly id: string })[]>`
    WITH mine AS MATERIALIZED (
      SELECT job.id, asked.needs, asked.stored
      FROM (
        SELECT * FROM unnest(${asked.map(({ jobId }) => jobId)}::text[], ${asked.map(({ fence }) => fence)}::bigint[],
          ${asked.map(({ spaceNeeded = null }) => spaceNeeded)}::bigint[], ${asked.map(({ stored }) => (stored ? JSON.stringify(stored) : null))}::jsonb[])
        LIMIT ${asked.length}
      ) AS asked (id, fence, needs, stored)
      CROSS JOIN LATERAL (
        SELECT id FROM job WHERE id = asked.id AND fence = asked.fence AND state = ${from}::job_state
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS job
    ), moved AS (
      UPDATE job SET ${moveColumns(first, needs)}
      WHERE id = ANY(ARRAY(SELECT id FROM mine))
      RETURNING ${MOVED_COLUMNS}
    )${callbackOf(to)}, told AS (
      INSERT INTO event (kind, batch_id, job_id, "from", "to", actor, reason, code, collection_id) ${moveEvents(first)}
    ), kept AS (
      INSERT INTO step_result (owner_id, step, result, fence)
      SELECT moved.id, 'store', mine.stored, moved.fence FROM moved JOIN mine ON mine.id = moved.id WHERE mine.stored IS NOT NULL
      ON CONFLICT (owner_id, step) DO UPDATE SET result = excluded.result, fence = excluded.fence, at = clock_timestamp()
    )${queriesOf(moves.flatMap(({ parts = [] }) => parts))}
    SELECT id, ${MOVED} FROM moved`;
  const byId = new Map(rows.map(({ id, ...moved }) => [id, moved]));
  return moves.map(({ jobId }) => byId.get(jobId));
}
