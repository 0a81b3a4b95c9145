import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { contains, searching } from "../search.ts";
import type { Reach } from "../within.ts";
import { isAlarmed } from "./count-alarmed.ts";
import { reached } from "./reached.ts";
import { type LaneViewRow, selectLaneViews } from "./view-sql.ts";

/** `after`: the service_id the page before ended with. */
export type LaneFilter = {
  readonly reach: Reach;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  /** Only lanes with an alarm; LANE_TIMES tells what that is. */
  readonly alarmed?: { readonly timeScale: number } | undefined;
  readonly limit: number;
};

/**
 * Lanes by service_id, those of collections within reach, one more than `limit` so that the caller sees whether there is
 * a next page. Errors: `search_too_slow`.
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
