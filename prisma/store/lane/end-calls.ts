import type { Sql } from "../../sql.ts";

/**
 * Ends the attempts of a batch nobody recorded an answer of and whose calls are over: a person has decided instead.
 * An answer that is recorded later is kept as a late one.
 */
export async function endCalls(tx: Sql, batchId: string, message: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE attempt SET answered_at = clock_timestamp(), outcome = 'lost', message = ${message}
    WHERE batch_id = ${batchId} AND answered_at IS NULL AND deadline_at <= clock_timestamp()`;
}
