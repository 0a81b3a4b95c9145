import type { Tx } from "../../client.ts";
import type { Sql } from "../../sql.ts";
import { BATCH_IS, JOB_IS } from "../states-sql.ts";

/** The bytes sent to the ledger for a batch. */
export async function findBody(tx: Tx, batchId: string): Promise<Uint8Array | undefined> {
  const row = await tx.ledgerBatch.findUnique({ where: { batchId }, select: { body: true } });
  return row?.body;
}

/**
 * Batches whose payload is still in working storage although nothing needs it: deleted ones, and those that ended a
 * while ago when their worker died or working storage was away.
 */
export async function listDroppedPayloads(tx: Sql, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM batch WHERE payload_path IS NOT NULL AND (state = 'Deleted'
      OR (state = 'Completed' AND state_at < clock_timestamp() - interval '1 minute')) LIMIT ${most}`;
  return rows.map((row) => row.id);
}

/** Gives up a batch's payload when all its jobs are Completed or Deleted, or it ended without any. */
export async function forgetPayload(tx: Sql, batchId: string): Promise<boolean> {
  const forgotten = await tx.$executeRaw`
    UPDATE batch SET payload_path = NULL
    WHERE id = ${batchId} AND payload_path IS NOT NULL AND state IN ${BATCH_IS.ended}
      AND NOT EXISTS (SELECT 1 FROM job WHERE batch_id = ${batchId} AND state NOT IN ${JOB_IS.final} AND payload_trusted)`;
  return forgotten > 0;
}
