import type { Tx } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import { type LaneViewRow, selectLaneViews } from "./view-sql.ts";

/** One lane by its service_id, as its page shows it. */
export async function findLaneView(tx: Tx, serviceId: string): Promise<LaneViewRow | undefined> {
  const [row] = await tx.$queryRaw<LaneViewRow[]>(
    selectLaneViews(Prisma.sql`WHERE service_id = ${serviceId}`),
  );
  return row;
}
