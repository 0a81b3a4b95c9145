import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import type { Reach } from "../within.ts";
import { alarms } from "./alarm-sql.ts";
import { reached } from "./reached.ts";

/** How many lanes of collections within reach have an alarm. `timeScale`: LANE_TIMES. */
export async function countAlarmedLanes(tx: Sql, reach: Reach, timeScale: number): Promise<number> {
  const [row] = await tx.$queryRaw<{ lanes: number }[]>`
    SELECT count(DISTINCT lane_id)::int AS lanes FROM ${alarms(reached(reach), timeScale, reach)} AS found
    WHERE kind IS NOT NULL`;
  return row?.lanes ?? 0;
}

/** A condition on `lane`: it has an alarm that somebody with this reach is told of. */
export function isAlarmed(timeScale: number, reach: Reach): Prisma.Sql {
  return Prisma.sql`lane.id IN (SELECT lane_id FROM ${alarms(reached(reach), timeScale, reach)} AS found WHERE kind IS NOT NULL)`;
}
