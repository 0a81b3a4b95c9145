import { Prisma } from "../../generated/client.ts";
import { INTAKE_OPEN } from "../intake/is-open-sql.ts";

/** The lane is not done with the batch. The partial indexes of the lanes' migration have the same conditions. */
const OPEN = Prisma.sql`
  (submission_status IS NULL OR submission_status NOT IN ('Committed', 'Invalid', 'Rejected', 'Skipped')) AND state <> 'Deleted'`;

/** Somebody has done something with it: it locks a serial lane, a Held one those behind it. */
export const LOCKING = Prisma.sql`(submitted OR submission_status IS NOT NULL OR state = 'Held') AND ${OPEN}`;

/** It has begun and its end is open. */
export const IN_FLIGHT = Prisma.sql`${LOCKING} AND state <> 'Held'`;

/** Nobody has. */
export const UNTOUCHED = Prisma.sql`NOT submitted AND submission_status IS NULL AND state IN ('Pending', 'Processing')`;

/**
 * Of what is in flight, sent again as soon as it may: Unknown, or Delayed past its window; one that was not begun, as all
 * that wait for working storage, waits while the intake is held.
 */
const AGAIN = Prisma.sql`
  NOT submitted AND NOT unresolved
  AND ((state <> 'Pending' AND kind = 'LedgerBatch') OR ${INTAKE_OPEN})
  AND (submission_status = 'Unknown' OR (submission_status = 'Delayed' AND delayed_until <= clock_timestamp()))`;

/** A place no batch has: the greatest bigint. */
const BEHIND_ALL = Prisma.sql`9223372036854775807`;

/**
 * What core/lane/head.ts says, for every row of `lane` the statement reads: rows of `batch_id` and `how`, by lane_seq.
 * To be joined LATERAL to `lane`.
 */
export const QUEUED = queuedBesides(Prisma.sql`true`);

/** The same with only those batches of which `isThere` holds. */
export function queuedBesides(isThere: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
  WITH locking AS MATERIALIZED (
    SELECT id, lane_seq, state, (${AGAIN}) AS again, lower(submission_status::text) AS how
    FROM batch WHERE batch.lane_id = lane.id AND ${LOCKING} AND ${isThere}
  )
  SELECT id AS batch_id, lane_seq, how FROM locking
  WHERE again AND state <> 'Held'
    AND (lane.ordering = 'unordered' OR (SELECT count(*) FROM locking WHERE state <> 'Held') = 1)
  UNION ALL (
    SELECT id, lane_seq, 'new' FROM batch
    WHERE batch.lane_id = lane.id AND ${UNTOUCHED} AND ${INTAKE_OPEN}
      AND (lane.ordering = 'unordered' OR NOT EXISTS (SELECT FROM locking WHERE state <> 'Held'))
      AND lane_seq < CASE WHEN lane.ordering = 'unordered' THEN ${BEHIND_ALL}
        ELSE COALESCE((SELECT min(lane_seq) FROM locking WHERE state = 'Held'), ${BEHIND_ALL}) END
    ORDER BY lane_seq
    LIMIT CASE WHEN lane.ordering = 'serial' THEN 1
      ELSE GREATEST(0, lane.width - (SELECT count(*) FROM locking WHERE state <> 'Held')) END
  )
)`;
}

/** Nothing locks the lane for sure: a first sieve over many lanes, in one pass, before QUEUED looks at each that is left. */
export const MAY_MOVE = Prisma.sql`(lane.ordering = 'unordered' OR lane.id NOT IN (
  SELECT lane_id FROM batch WHERE ${IN_FLIGHT} AND NOT (${AGAIN})))`;

/** Nobody stopped the lane. */
export const GOING = Prisma.sql`lane.held_at IS NULL AND lane.halted_at IS NULL`;
