import { DEPTH_MOST } from "../../../core/contracts/lane-views.ts";
import type { LaneBackend } from "../../../core/lane/backends.ts";
import type { LaneOrdering } from "../../../core/lane/orderings.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { contains, searching } from "../search.ts";
import type { Reach } from "../within.ts";
import { isAlarmed } from "./alarms.ts";
import { IN_FLIGHT, LOCKING, REVISION, reached, UNTOUCHED } from "./rule.ts";

/** A lane as its pages show it. `depth` and `open` are counted up to one more than DEPTH_MOST. `now`: the database's clock. */
export type LaneViewRow = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ordering: LaneOrdering;
  readonly width: number;
  readonly ledger: string | null;
  readonly settings: unknown;
  /** Changes with ordering, width and settings. */
  readonly revision: string;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly heldReason: string | null;
  readonly haltedAt: Date | null;
  readonly haltedReason: string | null;
  /** Since when its ledger has not answered. */
  readonly silentSince: Date | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: Date | null;
  readonly leaseLast: Date | null;
  readonly fence: bigint;
  readonly collections: readonly LaneCollection[];
  readonly depth: number;
  readonly open: number;
  readonly inFlight: number;
  readonly headId: string | null;
  readonly now: Date;
};

export type LaneCollection = { readonly id: string; readonly slug: string };

const OF_LANE = Prisma.sql`batch.lane_id = lane.id`;
const MOST = DEPTH_MOST + 1;

/** Batches of `lane` in flight, counted up to one more than 10,000. */
export const LANE_IN_FLIGHT = Prisma.sql`
  (SELECT count(*)::int FROM (
    SELECT FROM batch WHERE ${OF_LANE} AND ${IN_FLIGHT} LIMIT ${MOST}) AS flying)`;

/**
 * The id of the batch that says what `lane` waits for: the first in flight that needs a person, else the first in
 * flight, else the first that is Held or untouched.
 */
export const LANE_HEAD = Prisma.sql`
  COALESCE(
    (SELECT id FROM batch WHERE ${OF_LANE} AND ${IN_FLIGHT} ORDER BY unresolved DESC, (stopped_at IS NOT NULL) DESC, lane_seq LIMIT 1),
    (SELECT id FROM (
      (SELECT id, lane_seq, lane.ordering = 'serial' AS stops FROM batch WHERE ${OF_LANE} AND ${LOCKING} ORDER BY lane_seq LIMIT 1)
      UNION ALL
      (SELECT id, lane_seq, true FROM batch WHERE ${OF_LANE} AND ${UNTOUCHED} ORDER BY lane_seq LIMIT 1)
    ) AS first ORDER BY stops DESC, lane_seq LIMIT 1)
  )`;

const COLUMNS = Prisma.sql`
  lane.id, lane.service_id AS "serviceId", lane.backend, lane.ordering, lane.width, lane.ledger, lane.settings, ${REVISION} AS revision,
  lane.held_at AS "heldAt", lane.held_by AS "heldBy", lane.held_reason AS "heldReason", lane.halted_at AS "haltedAt",
  lane.halted_reason AS "haltedReason", lane.silent_since AS "silentSince", lane.lease_owner AS "leaseOwner", lane.lease_until AS "leaseUntil",
  lane.lease_last AS "leaseLast", lane.fence, clock_timestamp() AS now, COALESCE(own.collections, '[]') AS collections,
  (SELECT count(*)::int FROM (SELECT FROM batch WHERE ${OF_LANE} AND ${UNTOUCHED} LIMIT ${MOST}) AS waiting) AS depth,
  (SELECT count(*)::int FROM (SELECT FROM batch WHERE ${OF_LANE} AND ${LOCKING} LIMIT ${MOST}) AS locking) AS open,
  ${LANE_IN_FLIGHT} AS "inFlight", ${LANE_HEAD} AS "headId"`;

/** The statement that reads LaneViewRows, by service_id. `which`: a part of a SELECT after `FROM lane`. */
function selectLaneViews(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    WITH page AS MATERIALIZED (SELECT * FROM lane ${which})
    SELECT ${COLUMNS}
    FROM page AS lane
    LEFT JOIN (
      SELECT lane_id, jsonb_agg(jsonb_build_object('id', id, 'slug', slug) ORDER BY slug) AS collections
      FROM collection WHERE lane_id = ANY(ARRAY(SELECT id FROM page)) GROUP BY lane_id
    ) AS own ON own.lane_id = lane.id
    ORDER BY lane.service_id`;
}

/** One lane by its service_id, as its page shows it. */
export async function findLaneView(tx: Sql, serviceId: string): Promise<LaneViewRow | undefined> {
  const [row] = await tx.$queryRaw<LaneViewRow[]>(
    selectLaneViews(Prisma.sql`WHERE service_id = ${serviceId}`),
  );
  return row;
}

/** `after`: the last service_id of the previous page. */
export type LaneFilter = {
  readonly reach: Reach;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  /** Only lanes with an alarm, for which LANE_TIMES is needed. */
  readonly alarmed?: { readonly timeScale: number } | undefined;
  readonly limit: number;
};

/**
 * Lanes by service_id, those of collections within reach, one more than `limit`, so that the caller sees whether there
 * is a next page. Errors: `search_too_slow`.
 */
export async function listLaneViews(
  db: Db,
  { reach, q, after, alarmed, limit }: LaneFilter,
): Promise<LaneViewRow[]> {
  const statement = selectLaneViews(Prisma.sql`
    WHERE ${reached(reach)} AND ${alarmed ? isAlarmed(alarmed.timeScale, reach) : Prisma.sql`TRUE`}
      AND ${q ? contains([Prisma.sql`lane.service_id`], q) : Prisma.sql`TRUE`}
      AND ${after === undefined ? Prisma.sql`TRUE` : Prisma.sql`lane.service_id > ${after}`}
    ORDER BY lane.service_id
    LIMIT ${limit + 1}`);
  return q ? searching(db, statement) : db.$queryRaw(statement);
}

/** One stored attempt. */
export type AttemptRow = {
  readonly id: bigint;
  readonly batchId: string;
  readonly collectionId: string;
  readonly fence: bigint;
  readonly instance: string;
  readonly begunAt: Date;
  readonly deadlineAt: Date;
  readonly settlesAt: Date;
  readonly answeredAt: Date | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly ledgerCode: string | null;
  readonly message: string | null;
  readonly lateAnswer: unknown;
};

/**
 * The newest attempts of a lane, newest first: for open batches, the first that waits, and the last 100 places before
 * it. Reads by batch, so that few rows are read even in a lane with millions of attempts.
 */
export async function listLaneAttempts(
  tx: Sql,
  { laneId, most }: { readonly laneId: string; readonly most: number },
): Promise<AttemptRow[]> {
  return tx.$queryRaw<AttemptRow[]>`
    WITH first AS (
      SELECT min(lane_seq) AS seq FROM batch WHERE lane_id = ${laneId} AND ${UNTOUCHED}
    ), recent AS (
      (SELECT id, collection_id FROM batch WHERE lane_id = ${laneId} AND ${LOCKING} ORDER BY lane_seq LIMIT ${most})
      UNION
      (SELECT id, collection_id FROM batch
        WHERE lane_id = ${laneId} AND lane_seq <= COALESCE((SELECT seq FROM first), 9223372036854775807)
        ORDER BY lane_seq DESC LIMIT 100)
    )
    SELECT attempt.id, attempt.batch_id AS "batchId", recent.collection_id AS "collectionId", attempt.fence, attempt.instance,
      attempt.begun_at AS "begunAt", attempt.deadline_at AS "deadlineAt", attempt.settles_at AS "settlesAt",
      attempt.answered_at AS "answeredAt", attempt.outcome, attempt.http_status AS "httpStatus",
      attempt.ledger_code AS "ledgerCode", attempt.message, attempt.late_answer AS "lateAnswer"
    FROM recent CROSS JOIN LATERAL (
      SELECT * FROM attempt WHERE attempt.batch_id = recent.id ORDER BY attempt.id DESC LIMIT ${most}) AS attempt
    ORDER BY attempt.id DESC LIMIT ${most}`;
}
