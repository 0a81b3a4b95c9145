import type { JobCounts } from "../../../core/contracts/views.ts";
import type { JobState } from "../../../core/job/states.ts";
import type { Sql } from "../../sql.ts";

/** Jobs of each batch by state, counted from the rows; a batch without jobs is not in the answer. At most 200 batches. */
export async function countJobsByState(
  tx: Sql,
  batchIds: readonly string[],
): Promise<Map<string, JobCounts>> {
  const counts = new Map<string, Record<string, number>>();
  if (batchIds.length === 0) return counts;
  const rows = await tx.$queryRaw<{ batchId: string; state: JobState; jobs: number }[]>`
    SELECT batch_id AS "batchId", state, count(*)::int AS jobs
    FROM job WHERE batch_id = ANY(${[...batchIds]}::text[])
    GROUP BY batch_id, state`;
  for (const { batchId, state, jobs } of rows) {
    counts.set(batchId, { ...counts.get(batchId), [state]: jobs });
  }
  return counts;
}
