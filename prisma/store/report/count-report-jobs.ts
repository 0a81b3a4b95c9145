import type { JobCounts } from "../../../core/contracts/views.ts";
import type { Tx } from "../../client.ts";

/** Jobs of the batch by state, and when the last one ended; null when none has. */
export async function countReportJobs(
  tx: Tx,
  batchId: string,
): Promise<{ readonly jobs: JobCounts; readonly lastEndedAt: Date | null }> {
  const groups = await tx.job.groupBy({
    by: ["state"],
    where: { batchId },
    _count: { _all: true },
    _max: { endedAt: true },
  });
  const jobs: JobCounts = Object.fromEntries(groups.map(({ state, _count }) => [state, _count._all]));
  const ends = groups.flatMap(({ _max }) => (_max.endedAt ? [_max.endedAt.getTime()] : []));
  return { jobs, lastEndedAt: ends.length > 0 ? new Date(Math.max(...ends)) : null };
}
