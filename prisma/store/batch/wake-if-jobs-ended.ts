import type { Sql } from "../../sql.ts";

/**
 * Makes a batch due once all its jobs have ended. Called after a job's last move has committed: of two jobs that end at
 * the same time the later statement sees both. A failed batch is woken too, since a re-run may be worth a report.
 * @returns whether it became due
 */
export async function wakeIfJobsEnded(tx: Sql, batchId: string): Promise<boolean> {
  const woken = await tx.$executeRaw`
    UPDATE batch SET due_at = clock_timestamp()
    WHERE id = ${batchId} AND state IN ('Processing', 'Failed') AND expanded_at IS NOT NULL AND due_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM job WHERE batch_id = ${batchId} AND state NOT IN ('Completed', 'Failed', 'Deleted'))`;
  return woken > 0;
}
