import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns } from "./tables.ts";

const COLLECTION = Prisma.sql`collection`;

/**
 * A collection's hold, or null, kept so until the transaction ends: whoever stops or releases a batch or job does it
 * under this lock, so that a hold lifted at the same moment cannot leave it behind. Locks are taken in this order:
 * the intake for its hold, collection, batch for its hold, lane, batch, job.
 */
export async function lockCollectionHold(tx: Sql, collectionId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(COLLECTION)} FROM collection WHERE id = ${collectionId} FOR SHARE`;
  return row ? holdOf(row) : null;
}
