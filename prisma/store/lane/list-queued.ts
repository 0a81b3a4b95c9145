import type { How } from "../../../core/lane/head.ts";
import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { GOING, QUEUED } from "./rule-sql.ts";

export type LaneQueued = { readonly laneId: string; readonly batchId: string; readonly how: How };

/**
 * The queuer's rule for all lanes, or one, in one statement: what each may hand over now, lanes that have waited longest
 * first. This is the one place that decides which batch of a lane goes next.
 */
export async function listQueued(
  tx: Tx,
  { laneId, most }: { readonly laneId?: string; readonly most: number },
): Promise<LaneQueued[]> {
  const which = laneId === undefined ? Prisma.sql`true` : Prisma.sql`lane.id = ${laneId}`;
  return tx.$queryRaw<LaneQueued[]>`
    SELECT lane.id AS "laneId", queued.batch_id AS "batchId", queued.how
    FROM lane CROSS JOIN LATERAL ${QUEUED} AS queued
    WHERE ${GOING} AND ${which}
    ORDER BY lane.due_at NULLS LAST, lane.id, queued.lane_seq
    LIMIT ${most}`;
}
