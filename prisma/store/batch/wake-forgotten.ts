import type { Sql } from "../../sql.ts";

/** Wakes batches whose jobs have all ended although nobody said so: a worker died between the two statements, or the batch was locked. */
export async function wakeForgottenBatches(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE state = 'Processing' AND expanded_at IS NOT NULL AND due_at IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM job WHERE job.batch_id = batch.id AND job.state NOT IN ('Completed', 'Failed', 'Deleted'))
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
}
