import {
  ALARM_KINDS,
  ALARM_WHO,
  type AlarmFacts,
  type AlarmKind,
  FORGOTTEN_OFTEN,
  SILENT_MS,
} from "../../../core/lane/alarm.ts";
import { LaneSettings } from "../../../core/lane/settings.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";
import { IN_FLIGHT, LOCKING, reached, severalOpen } from "./rule.ts";

const STANDARD = LaneSettings.parse({});
type Threshold = "stuckPendingMs" | "alarmPendingMs" | "stuckValidMs";

/** A threshold of the lane in milliseconds: its own or the default, times LANE_TIMES. */
function threshold(name: Threshold, timeScale: number): Prisma.Sql {
  return Prisma.sql`COALESCE((lane.settings ->> ${name}::text)::float8, ${STANDARD[name]}::float8) * ${timeScale}::float8`;
}

/**
 * Its ledger last said Valid; this includes batches that became Unknown for that reason (core/lane/after-reading.ts).
 */
const SAID_VALID = Prisma.sql`(submission_status = 'Valid'
  OR (submission_status = 'Unknown' AND valid_since IS NOT NULL AND NOT unresolved))`;

/** Since when its ledger has had it; if unknown, the next poll will find out. */
const ACCEPTED = Prisma.sql`COALESCE(accepted_at, state_at)`;

/** Batches that stand still until a person acts. */
function stopped(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT batch.lane_id, lane.service_id, batch.id AS batch_id, stopped_at AS since, 'stopped'
    FROM batch JOIN lane ON lane.id = batch.lane_id WHERE stopped_at IS NOT NULL AND ${which}`;
}

/** Batches only a person can decide on. */
function unresolved(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT batch.lane_id, lane.service_id, batch.id, COALESCE(unknown_since, state_at), 'unresolved'
    FROM batch JOIN lane ON lane.id = batch.lane_id WHERE ${LOCKING} AND unresolved AND ${which}`;
}

/** Lanes that have halted or wait for a ledger that does not answer: alarms of the lane, not of a batch. */
function ofLanes(which: Prisma.Sql, timeScale: number): Prisma.Sql {
  return Prisma.sql`
    SELECT lane.id, lane.service_id, NULL, halted_at, 'halted' FROM lane WHERE halted_at IS NOT NULL AND ${which}
    UNION ALL
    SELECT lane.id, lane.service_id, NULL, silent_since, CASE
      WHEN silent_ms >= ${threshold("alarmPendingMs", timeScale)} THEN 'unreachable'
      WHEN silent_ms >= ${SILENT_MS * timeScale}::float8 THEN 'silent' END
    FROM (SELECT *, extract(epoch FROM clock_timestamp() - silent_since) * 1000 AS silent_ms FROM lane) AS lane
    WHERE silent_since IS NOT NULL AND ${which}
      AND EXISTS (SELECT FROM batch WHERE batch.lane_id = lane.id AND ${IN_FLIGHT})`;
}

/**
 * Batches that are open for too long, repeatedly forgotten, need a decision, stand still, or are in flight together in
 * a serial lane, and lanes that have halted or whose ledger does not answer. Rows of `lane_id`, `service_id`,
 * `batch_id` (null: the lane's), `since` (accepted, Valid since, or last forgotten) and `kind`, which is null where
 * there is no alarm; a batch may have two rows. To be used after FROM. `which`: a condition on `lane`; `reach`:
 * restricts the batches, except for several in flight at once, which is the lane's alarm. Reads only what locks a lane,
 * stands still or has halted, each through its index. Source: docs/reference/lanes.md, "Alarms".
 */
function alarms(which: Prisma.Sql, timeScale: number, reach: Reach): Prisma.Sql {
  const shown = Prisma.sql`${which} AND ${within(Prisma.sql`batch.collection_id`, reach)}`;
  return Prisma.sql`(
    SELECT lane_id, service_id, batch_id, since, CASE
      WHEN said = 'valid' AND waited_ms >= ${threshold("stuckValidMs", timeScale)} THEN 'stuck_valid'
      WHEN said = 'pending' AND waited_ms >= ${threshold("alarmPendingMs", timeScale)} THEN 'stuck_pending'
      WHEN said = 'pending' AND waited_ms >= ${threshold("stuckPendingMs", timeScale)} THEN 'long_pending'
    END AS kind
    FROM (
      SELECT *, extract(epoch FROM clock_timestamp() - since) * 1000 AS waited_ms
      FROM (
        SELECT batch.lane_id, lane.service_id, lane.settings, batch.id AS batch_id,
          CASE WHEN submission_status = 'Pending' THEN 'pending' ELSE 'valid' END AS said,
          CASE WHEN submission_status = 'Pending' THEN ${ACCEPTED} ELSE COALESCE(valid_since, ${ACCEPTED}) END AS since
        FROM batch JOIN lane ON lane.id = batch.lane_id
        WHERE lane.backend <> 'repository' AND ${LOCKING} AND ${shown}
          AND (submission_status = 'Pending' OR ${SAID_VALID})
      ) AS open
    ) AS lane
    UNION ALL
    SELECT batch.lane_id, lane.service_id, batch.id, COALESCE(forgotten_at, state_at), 'keeps_forgetting'
    FROM batch JOIN lane ON lane.id = batch.lane_id
    WHERE lane.backend <> 'repository' AND ${LOCKING} AND ${shown} AND forgotten_count >= ${FORGOTTEN_OFTEN}
    UNION ALL ${severalOpen(which)}
    UNION ALL ${stopped(shown)}
    UNION ALL ${unresolved(shown)}
    UNION ALL ${ofLanes(which, timeScale)}
  )`;
}

export type LaneAlarmRow = AlarmFacts & { readonly laneId: string };

/** The alarms of these lanes and of their batches within reach, counted by lane and kind. `timeScale`: LANE_TIMES. */
export async function listLaneAlarms(
  tx: Sql,
  laneIds: readonly string[],
  timeScale: number,
  reach: Reach,
): Promise<LaneAlarmRow[]> {
  if (laneIds.length === 0) return [];
  return tx.$queryRaw<LaneAlarmRow[]>`
    SELECT lane_id AS "laneId", kind, count(batch_id)::int AS batches, min(since) AS "from"
    FROM ${alarms(Prisma.sql`lane.id = ANY(${[...laneIds]}::text[])`, timeScale, reach)} AS found
    WHERE kind IS NOT NULL GROUP BY lane_id, kind`;
}

export type BatchAlarmRow = {
  /** Null: the alarm is the lane's own. */
  readonly batchId: string | null;
  readonly serviceId: string;
  readonly kind: AlarmKind;
  readonly since: Date;
};

/** All alarms, longest first. `since`: accepted, or Valid since. */
export async function listBatchAlarms(tx: Sql, timeScale: number, most: number): Promise<BatchAlarmRow[]> {
  return tx.$queryRaw<BatchAlarmRow[]>`
    SELECT batch_id AS "batchId", service_id AS "serviceId", kind, since
    FROM ${alarms(Prisma.sql`TRUE`, timeScale, "all")} AS found
    WHERE kind IS NOT NULL ORDER BY since, service_id, batch_id LIMIT ${most}`;
}

export type AlarmedLanes = { readonly alarms: number; readonly needPerson: number };

const BY_THEMSELVES = ALARM_KINDS.filter((kind) => ALARM_WHO[kind] === "nobody");

/**
 * How many lanes of collections within reach have an alarm, and how many need a person to act. `timeScale`: LANE_TIMES.
 */
export async function countAlarmedLanes(tx: Sql, reach: Reach, timeScale: number): Promise<AlarmedLanes> {
  const [row] = await tx.$queryRaw<AlarmedLanes[]>`
    SELECT count(DISTINCT lane_id)::int AS alarms,
      (count(DISTINCT lane_id) FILTER (WHERE kind <> ALL(${[...BY_THEMSELVES]}::text[])))::int AS "needPerson"
    FROM ${alarms(reached(reach), timeScale, reach)} AS found
    WHERE kind IS NOT NULL`;
  return row ?? { alarms: 0, needPerson: 0 };
}

/** A condition on `lane`: it has an alarm visible within this reach. */
export function isAlarmed(timeScale: number, reach: Reach): Prisma.Sql {
  return Prisma.sql`lane.id IN (SELECT lane_id FROM ${alarms(reached(reach), timeScale, reach)} AS found WHERE kind IS NOT NULL)`;
}
