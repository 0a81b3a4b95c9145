import type { How } from "../../core/lane/head.ts";
import type { Sql } from "../../prisma/sql.ts";
import { GOING, MAY_MOVE, QUEUED } from "../../prisma/store/lane/rule.ts";

/**
 * The queuer's rule for all lanes in one statement: what each may hand over now, lanes that have waited longest first.
 * Turns read the same rule for their own lane (prisma/store/lane/turn.ts).
 */
export async function listQueued(
  tx: Sql,
  most: number,
): Promise<{ readonly laneId: string; readonly batchId: string; readonly how: How }[]> {
  return tx.$queryRaw`
    SELECT lane.id AS "laneId", queued.batch_id AS "batchId", queued.how
    FROM (SELECT * FROM lane WHERE ${GOING} AND ${MAY_MOVE} ORDER BY due_at NULLS LAST, id) AS lane
    CROSS JOIN LATERAL ${QUEUED} AS queued
    ORDER BY lane.due_at NULLS LAST, lane.id, queued.lane_seq
    LIMIT ${most}`;
}
