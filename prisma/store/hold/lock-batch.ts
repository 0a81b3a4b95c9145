import { type Hold, type HoldColumns, holdOf } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdColumns } from "./tables.ts";

const BATCH = Prisma.sql`batch`;

/** A person's hold on a batch, or null, kept so until the transaction ends; as lockCollectionHold, which comes first. */
export async function lockBatchHold(tx: Sql, batchId: string): Promise<Hold | null> {
  const [row] = await tx.$queryRaw<HoldColumns[]>`
    SELECT ${holdColumns(BATCH)} FROM batch WHERE id = ${batchId} FOR SHARE`;
  return row ? holdOf(row) : null;
}
