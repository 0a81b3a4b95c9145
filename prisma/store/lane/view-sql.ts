import { DEPTH_MOST } from "../../../core/contracts/lane-views.ts";
import { Prisma } from "../../generated/client.ts";
import { REVISION } from "./revision-sql.ts";
import { IN_FLIGHT, LOCKING, UNTOUCHED } from "./rule-sql.ts";

/** A lane as its pages show it. `depth` and `open` are counted up to one more than 10,000. `now`: the database's clock. */
export type LaneViewRow = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly ordering: "serial" | "unordered";
  readonly width: number;
  readonly ledger: string | null;
  readonly settings: unknown;
  /** Of order, width and settings. */
  readonly revision: string;
  readonly heldAt: Date | null;
  readonly heldBy: string | null;
  readonly heldReason: string | null;
  readonly haltedAt: Date | null;
  readonly haltedReason: string | null;
  /** Since when its ledger does not answer. */
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

const COLUMNS = Prisma.sql`
  lane.id, lane.service_id AS "serviceId", lane.backend, lane.ordering, lane.width, lane.ledger, lane.settings, ${REVISION} AS revision,
  lane.held_at AS "heldAt", lane.held_by AS "heldBy", lane.held_reason AS "heldReason", lane.halted_at AS "haltedAt",
  lane.halted_reason AS "haltedReason", lane.silent_since AS "silentSince", lane.lease_owner AS "leaseOwner", lane.lease_until AS "leaseUntil",
  lane.lease_last AS "leaseLast", lane.fence, clock_timestamp() AS now, COALESCE(own.collections, '[]') AS collections,
  (SELECT count(*)::int FROM (SELECT FROM batch WHERE ${OF_LANE} AND ${UNTOUCHED} LIMIT ${MOST}) AS waiting) AS depth,
  (SELECT count(*)::int FROM (SELECT FROM batch WHERE ${OF_LANE} AND ${LOCKING} LIMIT ${MOST}) AS locking) AS open,
  (SELECT count(*)::int FROM (
    SELECT FROM batch WHERE ${OF_LANE} AND ${IN_FLIGHT} LIMIT ${MOST}) AS flying) AS "inFlight",
  COALESCE(
    (SELECT id FROM batch WHERE ${OF_LANE} AND ${IN_FLIGHT} ORDER BY unresolved DESC, (stopped_at IS NOT NULL) DESC, lane_seq LIMIT 1),
    (SELECT id FROM (
      (SELECT id, lane_seq, lane.ordering = 'serial' AS stops FROM batch WHERE ${OF_LANE} AND ${LOCKING} ORDER BY lane_seq LIMIT 1)
      UNION ALL
      (SELECT id, lane_seq, true FROM batch WHERE ${OF_LANE} AND ${UNTOUCHED} ORDER BY lane_seq LIMIT 1)
    ) AS first ORDER BY stops DESC, lane_seq LIMIT 1)
  ) AS "headId"`;

/** The statement that reads LaneViewRows, by service_id. `which`: a part of a SELECT after `FROM lane`. */
export function selectLaneViews(which: Prisma.Sql): Prisma.Sql {
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
