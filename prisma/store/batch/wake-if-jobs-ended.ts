import type { Sql } from "../../sql.ts";

/**
 * Makes batches due whose jobs have all ended. Called after the last move has committed: of two jobs that end at the same
 * time the later statement sees both. A failed batch is woken too, since a re-run may be worth a report.
 * One that is locked just now is left to the sweep, so that a batch somebody holds on to keeps no jobs of others waiting.
 * @returns whether one became due
 */
export async function wakeIfJobsEnded(tx: Sql, ...batchIds: readonly string[]): Promise<boolean> {
  const woken = await tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM batch
      WHERE id = ANY(${[...batchIds]}::text[]) AND state IN ('Processing', 'Failed') AND expanded_at IS NOT NULL
        AND due_at IS NULL AND NOT EXISTS (
          SELECT 1 FROM job WHERE job.batch_id = batch.id AND job.state NOT IN ('Completed', 'Failed', 'Deleted'))
      FOR NO KEY UPDATE OF batch SKIP LOCKED)`;
  return woken > 0;
}
