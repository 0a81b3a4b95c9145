import { ALARM_KINDS, ALARM_WHO } from "../../../core/lane/alarm.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { Reach } from "../within.ts";
import { alarms } from "./alarm-sql.ts";
import { reached } from "./reached.ts";

export type AlarmedLanes = { readonly alarms: number; readonly needPerson: number };

const BY_THEMSELVES = ALARM_KINDS.filter((kind) => ALARM_WHO[kind] === "nobody");

/** How many lanes of collections within reach have an alarm, and how many one that a person has to act on. `timeScale`: LANE_TIMES. */
export async function countAlarmedLanes(tx: Sql, reach: Reach, timeScale: number): Promise<AlarmedLanes> {
  const [row] = await tx.$queryRaw<AlarmedLanes[]>`
    SELECT count(DISTINCT lane_id)::int AS alarms,
      (count(DISTINCT lane_id) FILTER (WHERE kind <> ALL(${[...BY_THEMSELVES]}::text[])))::int AS "needPerson"
    FROM ${alarms(reached(reach), timeScale, reach)} AS found
    WHERE kind IS NOT NULL`;
  return row ?? { alarms: 0, needPerson: 0 };
}

/** A condition on `lane`: it has an alarm that somebody with this reach is told of. */
export function isAlarmed(timeScale: number, reach: Reach): Prisma.Sql {
  return Prisma.sql`lane.id IN (SELECT lane_id FROM ${alarms(reached(reach), timeScale, reach)} AS found WHERE kind IS NOT NULL)`;
}
