import type { BatchState } from "../../../core/batch/states.ts";
import type { Sql } from "../../sql.ts";

/** A lane and the batch of it that has been there longest without having ended. */
export type SlowLane = {
  readonly serviceId: string;
  readonly batchId: string;
  readonly title: string | null;
  readonly state: BatchState;
  readonly createdAt: Date;
};

/** The oldest batches of a state that are looked at; of a lane with more of them the others are not seen. */
const OLDEST = 200;

/**
 * The lanes whose oldest batch has waited longest or been under way longest, at most `most`. Looked for among the 200
 * oldest of each state that has not ended, by their index: sorting all that wait would take as long as the line is.
 */
export async function listSlowLanes(tx: Sql, most: number): Promise<SlowLane[]> {
  return tx.$queryRaw<SlowLane[]>`
    SELECT lane.service_id AS "serviceId", oldest.id AS "batchId", oldest.deposit ->> 'title' AS title, oldest.state,
      oldest.created_at AS "createdAt"
    FROM (
      SELECT DISTINCT ON (lane_id) lane_id, id, deposit, state, created_at
      FROM unnest(ARRAY['Pending', 'Held', 'Processing', 'Reporting']::batch_state[]) AS open (its_state)
      CROSS JOIN LATERAL (
        SELECT lane_id, id, deposit, batch.state, created_at FROM batch
        WHERE batch.state = open.its_state ORDER BY created_at LIMIT ${OLDEST}
      ) AS batch
      ORDER BY lane_id, created_at
    ) AS oldest
    JOIN lane ON lane.id = oldest.lane_id
    ORDER BY oldest.created_at, lane.service_id
    LIMIT ${most}`;
}
