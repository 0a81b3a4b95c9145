import type { BatchFile } from "../../../core/merritt/batch-file-state.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";

/** Batches within reach accepted in the last `days` days by the database's clock, newest first, at most `limit`. */
export async function listBatchesSince(
  tx: Sql,
  { reach, days, limit }: { readonly reach: Reach; readonly days: number; readonly limit: number },
): Promise<BatchFile[]> {
  return tx.$queryRaw<BatchFile[]>`
    SELECT id, created_at AS at FROM batch
    WHERE created_at > clock_timestamp() - make_interval(days => ${days}::int)
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
    ORDER BY created_at DESC, id DESC
    LIMIT ${limit}`;
}
