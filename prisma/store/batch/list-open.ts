import type { QueuedBatch } from "../../../core/merritt/queue-state.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";

/** Batches within reach that have not ended, first come first, at most `limit`. */
export async function listOpenBatches(tx: Sql, reach: Reach, limit: number): Promise<QueuedBatch[]> {
  return tx.$queryRaw<QueuedBatch[]>`
    SELECT batch.id, batch.state, batch.created_at AS "createdAt", collection.slug AS collection,
      batch.payload_filename AS filename, batch.submitter, batch.kind, batch.deposit ->> 'title' AS title,
      batch.deposit ->> 'creator' AS creator, batch.deposit ->> 'date' AS date,
      batch.deposit ->> 'localIdentifier' AS "localId"
    FROM batch JOIN collection ON collection.id = batch.collection_id
    WHERE batch.state IN ('Pending', 'Held', 'Processing', 'Reporting', 'UpdateReporting')
      AND ${within(Prisma.sql`batch.collection_id`, reach)}
    ORDER BY batch.created_at, batch.id
    LIMIT ${limit}`;
}
