import type { BegunJobs } from "../../../core/batch/waits.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { Sql } from "../../sql.ts";

export type BegunJobsRow = BegunJobs & { readonly state: JobState };

/**
 * Jobs of each batch that have begun and not ended, by state and what they wait for, and those that do not begin since the
 * intake is held; a batch without any is not in the answer. At most 200 batches. What it reads is what is in work, not the
 * whole of a large batch.
 */
export async function countBegunJobs(
  tx: Sql,
  batchIds: readonly string[],
): Promise<Map<string, readonly BegunJobsRow[]>> {
  const found = new Map<string, BegunJobsRow[]>();
  if (batchIds.length === 0) return found;
  const rows = await tx.$queryRaw<(BegunJobsRow & { batchId: string })[]>`
    SELECT batch_id AS "batchId", state, wait_code AS code, count(*)::int AS jobs, min(wait_reason) AS reason
    FROM job
    WHERE batch_id = ANY(${[...batchIds]}::text[])
      AND (state IN ('Estimating', 'Provisioning', 'Downloading', 'Processing', 'Recording', 'Notify')
        OR (state = 'Pending' AND wait_code IS NOT NULL))
    GROUP BY batch_id, state, wait_code`;
  for (const { batchId, ...row } of rows) found.set(batchId, [...(found.get(batchId) ?? []), row]);
  return found;
}
