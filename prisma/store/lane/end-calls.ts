import type { Sql } from "../../sql.ts";

/**
 * Ends the attempts of a batch nobody recorded an answer of and none can come of any more: a person has decided instead.
 * An answer that is recorded later is kept as a late one.
 */
export async function endCalls(tx: Sql, batchId: string, message: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET answered_at = clock_timestamp(), outcome = 'lost', message = ${message}
    WHERE batch_id = ${batchId} AND answered_at IS NULL AND settles_at <= clock_timestamp()`;
}
