import { batchWait, type LaneGoing } from "../../core/batch/waits.ts";
import type { BatchRow, BatchWait, JobCounts } from "../../core/contracts/views.ts";
import type { BatchListRow } from "../../prisma/store/batch/read.ts";
import type { BegunJobsRow } from "../../prisma/store/job/list.ts";

/**
 * What is read in addition to a batch's row. `jobs`: its jobs by state; `begun`: those that have begun and not ended.
 */
export type AroundRow = {
  readonly jobs: JobCounts;
  readonly begun: readonly BegunJobsRow[];
  readonly lane: LaneGoing;
};

/** A batch as lists and its own page show it. */
export function batchRow(row: BatchListRow, { jobs, begun, lane }: AroundRow): BatchRow {
  return {
    id: row.id,
    collection: row.collection,
    state: row.state,
    stateAt: row.stateAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    submitter: row.submitter,
    kind: row.kind,
    title: row.title,
    filename: row.filename,
    jobs,
    waiting: waitingOf(begun),
    waits: waitOf(row, { begun, lane }),
  };
}

/** What a batch waits for, the same wherever it is shown. */
export function waitOf(row: BatchListRow, around: Pick<AroundRow, "begun" | "lane">): BatchWait | null {
  const { kind, submissionStatus: status } = row;
  return batchWait({ ...row, ...around, isLedgers: kind === "LedgerBatch", status });
}

function waitingOf(begun: readonly BegunJobsRow[]): JobCounts {
  const counts: { -readonly [State in keyof JobCounts]: JobCounts[State] } = {};
  for (const { state, code, jobs } of begun) if (code !== null) counts[state] = (counts[state] ?? 0) + jobs;
  return counts;
}
