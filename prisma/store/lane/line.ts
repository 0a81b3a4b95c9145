import type { JobCounts } from "../../../core/contracts/views.ts";
import type { Hold } from "../../../core/hold/hold.ts";
import { INSTANCE_FRESH_MS } from "../../../core/lane/live-instance.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdJson, type KeptHold, readHold } from "../hold/hold.ts";
import type { BegunJobsRow } from "../job/list.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";
import { LANE_BATCH_CALL, LANE_BATCH_COLUMNS, type LaneBatchRow } from "./batches.ts";
import { LANE_HEAD, LANE_IN_FLIGHT, type LaneViewRow } from "./view.ts";

/**
 * Unfinished batches before a place in a lane, counted up to 10,000. `unread`: manifests not fully expanded, whose size
 * is unknown. `singles`: batches of one object without a job yet; `singleBytes`: bytes of those that are not manifests.
 * `begun`: batches that have jobs, with their unfinished jobs, in lane order.
 */
export type Ahead = {
  readonly batches: number;
  readonly unread: number;
  readonly singles: number;
  readonly singleBytes: bigint;
  readonly begun: readonly { readonly id: string; readonly jobs: number; readonly open: number }[];
};

/** What of a lane tells why it waits. `collectionIds`: all that lead to it. */
export type LineLane = Pick<
  LaneViewRow,
  | "backend"
  | "ordering"
  | "width"
  | "settings"
  | "heldAt"
  | "heldBy"
  | "heldReason"
  | "haltedAt"
  | "haltedReason"
  | "silentSince"
  | "inFlight"
  | "now"
> & { readonly collectionIds: readonly string[] };

/**
 * A place in a lane: what is ahead of it, and what the lane waits for. `head`: its first batch; `jobs` and `begun` are
 * that batch's. `isWorked`: a worker is running. `intake`: the hold on the whole intake.
 */
export type Line = {
  readonly ahead: Ahead;
  readonly lane: LineLane;
  readonly head: LaneBatchRow | undefined;
  readonly jobs: JobCounts;
  readonly begun: readonly BegunJobsRow[];
  readonly isWorked: boolean;
  readonly intake: Hold | null;
};

type Kept = Ahead &
  LineLane & {
    readonly head: KeptHead | null;
    readonly headJobs: JobCounts;
    readonly headBegun: readonly BegunJobsRow[];
    readonly isWorked: boolean;
    readonly intake: KeptHold;
  };

/**
 * Reads all of it at once, for the batch at `laneSeq`: each deposit's answer needs it, and eight statements cost the web
 * process more than everything else about a small deposit.
 */
export async function getLine(tx: Sql, laneId: string, laneSeq: bigint): Promise<Line> {
  const [row] = await tx.$queryRaw<Kept[]>`
    WITH earlier AS MATERIALIZED (
      SELECT id, kind, payload_size, lane_seq, expanded_at IS NULL AS unread FROM batch
      WHERE lane_id = ${laneId} AND lane_seq < ${laneSeq} AND state IN ${BATCH_IS.inLine}
      LIMIT 10000
    ), begun AS MATERIALIZED (
      SELECT batch_id AS id, count(*)::int AS jobs,
        count(*) FILTER (WHERE state NOT IN ${JOB_IS.ended})::int AS open
      FROM job WHERE batch_id IN (SELECT id FROM earlier) GROUP BY batch_id
    ), single AS (
      SELECT kind, payload_size FROM earlier
      WHERE unread AND kind IN ('SingleFile', 'Container', 'ObjectManifest') AND id NOT IN (SELECT id FROM begun)
    ), top AS MATERIALIZED (
      SELECT ${LANE_HEAD} AS id FROM lane WHERE lane.id = ${laneId}
    )
    SELECT (SELECT count(*)::int FROM earlier) AS batches,
      (SELECT count(*)::int FROM earlier
        WHERE unread AND kind NOT IN ('SingleFile', 'Container', 'LedgerBatch')) AS unread,
      (SELECT count(*)::int FROM single) AS singles,
      (SELECT COALESCE(sum(payload_size) FILTER (WHERE kind <> 'ObjectManifest'), 0)::bigint FROM single) AS "singleBytes",
      COALESCE((SELECT jsonb_agg(to_jsonb(begun) ORDER BY lane_seq) FROM begun JOIN earlier USING (id) WHERE open > 0), '[]')
        AS begun,
      lane.backend, lane.ordering, lane.width, lane.settings, lane.held_at AS "heldAt", lane.held_by AS "heldBy",
      lane.held_reason AS "heldReason", lane.halted_at AS "haltedAt", lane.halted_reason AS "haltedReason",
      lane.silent_since AS "silentSince", clock_timestamp() AS now, ${LANE_IN_FLIGHT} AS "inFlight",
      ARRAY(SELECT id FROM collection WHERE collection.lane_id = lane.id) AS "collectionIds",
      (SELECT to_jsonb(kept) FROM (
        SELECT ${LANE_BATCH_COLUMNS} FROM batch ${LANE_BATCH_CALL} WHERE batch.id = (SELECT id FROM top)) AS kept) AS head,
      COALESCE((SELECT jsonb_object_agg(state, jobs) FROM (
        SELECT state, count(*)::int AS jobs FROM job WHERE batch_id = (SELECT id FROM top) GROUP BY state) AS counted),
        '{}') AS "headJobs",
      COALESCE((SELECT jsonb_agg(counted) FROM (
        SELECT state, wait_code AS code, count(*)::int AS jobs, min(wait_reason) AS reason FROM job
        WHERE batch_id = (SELECT id FROM top)
          AND (state IN ${JOB_IS.begun} OR (state = 'Pending' AND wait_code IS NOT NULL))
        GROUP BY state, wait_code) AS counted), '[]') AS "headBegun",
      EXISTS (SELECT FROM instance WHERE left_at IS NULL
        AND seen_at > clock_timestamp() - ${INSTANCE_FRESH_MS}::float8 * interval '1 millisecond') AS "isWorked",
      ${holdJson(Prisma.sql`intake`)} AS intake
    FROM lane CROSS JOIN intake
    WHERE lane.id = ${laneId}`;
  if (!row) throw new Error(`there is no lane ${laneId}`);
  const { head, headJobs, headBegun, isWorked, intake, ...rest } = row;
  return {
    ahead: rest,
    lane: rest,
    head: head ? readHead(head) : undefined,
    jobs: headJobs,
    begun: headBegun,
    isWorked,
    intake: readHold(intake),
  };
}

/** A column as JSON has it. */
type AsJson<Value> = Value extends Date ? string : Value extends bigint ? number : Value;
type KeptHead = { readonly [Column in keyof LaneBatchRow]: AsJson<LaneBatchRow[Column]> };

function readHead(kept: KeptHead): LaneBatchRow {
  return {
    ...kept,
    laneSeq: BigInt(kept.laneSeq),
    createdAt: new Date(kept.createdAt),
    stateAt: new Date(kept.stateAt),
    retryAt: readDate(kept.retryAt),
    delayedUntil: readDate(kept.delayedUntil),
    acceptedAt: readDate(kept.acceptedAt),
    validSince: readDate(kept.validSince),
    nextCheckAt: readDate(kept.nextCheckAt),
    unknownSince: readDate(kept.unknownSince),
    forgottenAt: readDate(kept.forgottenAt),
    stoppedAt: readDate(kept.stoppedAt),
    expandedAt: readDate(kept.expandedAt),
    begunAt: readDate(kept.begunAt),
    deadlineAt: readDate(kept.deadlineAt),
    settlesAt: readDate(kept.settlesAt),
    effectUntil: readDate(kept.effectUntil),
    now: new Date(kept.now),
  };
}

function readDate(kept: string | null): Date | null {
  return kept === null ? null : new Date(kept);
}
