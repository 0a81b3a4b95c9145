import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";

/** How many callbacks of collections within reach have been given up. */
export async function countFailedCallbacks(tx: Sql, reach: Reach): Promise<number> {
  const join = reach === "all" ? Prisma.empty : Prisma.sql`JOIN batch ON batch.id = outbox.batch_id`;
  const [row] = await tx.$queryRaw<{ failed: number }[]>`
    SELECT count(*)::int AS failed FROM outbox ${join}
    WHERE outbox.kind = 'callback' AND outbox.status = 'Failed'
      AND ${within(Prisma.sql`batch.collection_id`, reach)}`;
  return row?.failed ?? 0;
}
