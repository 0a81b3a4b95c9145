import { Prisma } from "../../generated/client.ts";
import { IN_FLIGHT } from "./rule-sql.ts";

const MINE = Prisma.sql`(PARTITION BY batch.lane_id ORDER BY batch.state_at
  ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

/**
 * Batches of serial lanes of which several are in flight, which should never be: rows as alarms() has them, `since` when
 * the second of a lane came to where it is. `which`: a condition that holds for all batches of a lane or for none.
 */
export function severalOpen(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT lane_id, service_id, batch_id, since, 'several_open' FROM (
      SELECT batch.lane_id, lane.service_id, batch.id AS batch_id, count(*) OVER ${MINE} AS flying,
        nth_value(batch.state_at, 2) OVER ${MINE} AS since
      FROM batch JOIN lane ON lane.id = batch.lane_id
      WHERE lane.ordering = 'serial' AND ${IN_FLIGHT} AND ${which}
    ) AS serial WHERE flying > 1`;
}
