import type { TaskState } from "../../../core/task/states.ts";
import type { Sql } from "../../sql.ts";
import { STANDS_BEFORE } from "./lane.ts";

/** Tasks that others of their lane wait for. `count`: all of them, counted up to MOST_COUNTED. */
export type AheadRow = {
  readonly count: number;
  readonly first: readonly { readonly id: string; readonly state: TaskState }[];
};

const MOST_COUNTED = 1_000;
const MOST_NAMED = 5;

/**
 * What stands before a task that waits in a lane: first what keeps all that wait there waiting, then those that were accepted
 * before it. Each part is read by its own index, and no further than is told.
 */
export async function findAhead(
  tx: Sql,
  { laneId, laneSeq }: { readonly laneId: string; readonly laneSeq: bigint },
): Promise<AheadRow> {
  const [row] = await tx.$queryRaw<AheadRow[]>`
    WITH ahead AS MATERIALIZED (
      (SELECT 1 AS rank, id, state, lane_seq FROM task WHERE lane_id = ${laneId} AND ${STANDS_BEFORE} LIMIT ${MOST_COUNTED})
      UNION ALL
      (SELECT 2, id, state, lane_seq FROM task
        WHERE lane_id = ${laneId} AND lane_seq < ${laneSeq} AND due_at IS NULL AND ended_at IS NULL
          AND state::text = 'Accepted'
        ORDER BY lane_seq LIMIT ${MOST_COUNTED})
    )
    SELECT LEAST(${MOST_COUNTED}, (SELECT count(*) FROM ahead))::int AS count,
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', id, 'state', state) ORDER BY rank, lane_seq), '[]')
        FROM (SELECT * FROM ahead ORDER BY rank, lane_seq LIMIT ${MOST_NAMED}) AS named) AS first`;
  return row ?? { count: 0, first: [] };
}
