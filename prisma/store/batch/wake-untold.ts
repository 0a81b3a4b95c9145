import type { Sql } from "../../sql.ts";
import { HAS_UNTOLD } from "./untold-sql.ts";

/**
 * Wakes failed batches whose re-runs have all ended although nobody said so: a worker died between the job's end and the
 * wake-up. Their update report would never be written.
 */
export async function wakeUntoldBatches(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE due_at IS NULL AND lease_until IS NULL AND ${HAS_UNTOLD}
        AND NOT EXISTS (
          SELECT FROM job WHERE job.batch_id = batch.id AND job.state NOT IN ('Completed', 'Failed', 'Deleted'))
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
}
