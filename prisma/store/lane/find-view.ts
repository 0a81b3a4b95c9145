import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type LaneViewRow, selectLaneViews } from "./view-sql.ts";

/** One lane by its service_id, as its page shows it. */
export async function findLaneView(tx: Sql, serviceId: string): Promise<LaneViewRow | undefined> {
  const [row] = await tx.$queryRaw<LaneViewRow[]>(
    selectLaneViews(Prisma.sql`WHERE service_id = ${serviceId}`),
  );
  return row;
}
