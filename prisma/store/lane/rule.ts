import { Prisma } from "../../generated/client.ts";
import { INTAKE_OPEN } from "../hold/standing.ts";
import { BATCH_IS, STATUS_IS } from "../states-sql.ts";
import type { Reach } from "../within.ts";

/** A condition on `lane`: it has a collection within reach. */
export function reached(reach: Reach): Prisma.Sql {
  if (reach === "all") return Prisma.sql`TRUE`;
  return Prisma.sql`lane.id IN (SELECT lane_id FROM collection WHERE collection.id = ANY(${[...reach]}::text[]))`;
}

/** The lane is not done with the batch. The partial indexes of the lanes' migration have the same conditions. */
const OPEN = Prisma.sql`
  (submission_status IS NULL OR submission_status NOT IN ${STATUS_IS.final}) AND state <> 'Deleted'`;

/** It has been touched: it locks a serial lane, and if it is Held, it blocks those behind it. */
export const LOCKING = Prisma.sql`(submitted OR submission_status IS NOT NULL OR state = 'Held') AND ${OPEN}`;

/** It has begun and has not ended. */
export const IN_FLIGHT = Prisma.sql`${LOCKING} AND state <> 'Held'`;

/** It has not been touched. */
export const UNTOUCHED = Prisma.sql`NOT submitted AND submission_status IS NULL AND state IN ${BATCH_IS.unbegun}`;

/**
 * A batch in flight to be sent again: Unknown, or Delayed past its window. A batch that has not really begun, such as
 * one waiting for working storage, waits while the intake is held.
 */
const AGAIN = Prisma.sql`
  NOT submitted AND NOT unresolved
  AND ((state <> 'Pending' AND kind = 'LedgerBatch') OR ${INTAKE_OPEN})
  AND (submission_status = 'Unknown' OR (submission_status = 'Delayed' AND delayed_until <= clock_timestamp()))`;

/** Of a row of `lane` in scope: it begins a batch only once that has its position. An index has the same condition. */
export const STARTS_POSITIONED = Prisma.sql`lane.settings ->> 'startsWhen' = 'positioned'`;

/** A batch has its position; false of one that waits for it. A scalar subquery, which is never made a hash of all positions. */
export function hasPosition(batchId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT position FROM sequenced WHERE kind = 'batch' AND item_id = ${batchId} AND ending = 0) IS NOT NULL`;
}

/** A place no batch has: the greatest bigint. */
const BEHIND_ALL = Prisma.sql`9223372036854775807`;

/**
 * The rule of core/lane/head.ts, for every row of `lane` the statement reads: rows of `batch_id` and `how`, by
 * lane_seq. To be joined LATERAL to `lane`.
 */
export const QUEUED = queuedBesides(Prisma.sql`true`);

/** The same, for batches that satisfy `isThere` only. */
export function queuedBesides(isThere: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  WITH locking AS MATERIALIZED (
    SELECT id, lane_seq, state, submitted, (${AGAIN}) AS again, lower(submission_status::text) AS how
    FROM batch WHERE batch.lane_id = lane.id AND ${LOCKING} AND ${isThere}
  )
  SELECT id AS batch_id, lane_seq, how FROM locking
  WHERE again AND state <> 'Held'
    AND (lane.ordering = 'unordered' OR (SELECT count(*) FROM locking WHERE state <> 'Held') = 1)
  UNION ALL (
    SELECT id, lane_seq, 'new' FROM (
      SELECT id, lane_seq FROM batch
      WHERE batch.lane_id = lane.id AND ${UNTOUCHED} AND ${INTAKE_OPEN}
        AND (lane.ordering = 'unordered' OR NOT EXISTS (SELECT FROM locking WHERE state <> 'Held'))
        AND lane_seq < COALESCE((SELECT min(lane_seq) FROM locking WHERE CASE WHEN lane.ordering = 'serial' THEN state = 'Held'
          ELSE lane.backend = 'repository' AND NOT submitted AND how = 'delayed' END), ${BEHIND_ALL})
      ORDER BY lane_seq
      LIMIT CASE WHEN lane.ordering = 'serial' THEN 1
        ELSE GREATEST(0, lane.width - (SELECT count(*) FROM locking WHERE state <> 'Held')) END
    ) AS turn
    WHERE (${STARTS_POSITIONED}) IS NOT TRUE OR ${hasPosition(Prisma.sql`turn.id`)}
  )
)`;
}

/**
 * Nothing certainly locks the lane: a first filter over many lanes, in one pass, before QUEUED examines each that is
 * left.
 */
export const MAY_MOVE = Prisma.sql`(lane.ordering = 'unordered' OR lane.id NOT IN (
  SELECT lane_id FROM batch WHERE ${IN_FLIGHT} AND NOT (${AGAIN})))`;

/** The lane is not stopped. */
export const GOING = Prisma.sql`lane.held_at IS NULL AND lane.halted_at IS NULL`;

const MINE = Prisma.sql`(PARTITION BY batch.lane_id ORDER BY batch.state_at
  ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

/**
 * Batches of serial lanes with several in flight, which should never happen: rows as in alarms(), `since` the time the
 * second one entered its state. `which`: a condition that is true for all batches of a lane or for none.
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

/** A short text that changes with a lane's ordering, width or settings. */
export const REVISION = Prisma.sql`md5(jsonb_build_array(lane.ordering, lane.width, lane.settings)::text)`;
