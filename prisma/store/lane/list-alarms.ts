import type { AlarmFacts, AlarmKind } from "../../../core/lane/alarm.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { Reach } from "../within.ts";
import { alarms } from "./alarm-sql.ts";

export type LaneAlarmRow = AlarmFacts & { readonly laneId: string };

/** Of these lanes the batches within reach that are open for too long, counted by lane and kind. `timeScale`: LANE_TIMES. */
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
  /** Null: the lane itself has it. */
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
