import { batchWait } from "../../core/batch/waits.ts";
import type { BatchRow, JobCounts } from "../../core/contracts/views.ts";
import type { BatchListRow } from "../../prisma/store/batch/list-rows.ts";
import type { BegunJobsRow } from "../../prisma/store/job/count-begun.ts";

/** A batch as lists and its own page show it. `jobs`: its jobs by state; `begun`: those that have begun and not ended. */
export function batchRow(row: BatchListRow, jobs: JobCounts, begun: readonly BegunJobsRow[]): BatchRow {
  const { kind, submissionStatus: status } = row;
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
    waits: batchWait({ ...row, isLedgers: kind === "LedgerBatch", status, begun }),
  };
}

function waitingOf(begun: readonly BegunJobsRow[]): JobCounts {
  const counts: { -readonly [State in keyof JobCounts]: JobCounts[State] } = {};
  for (const { state, code, jobs } of begun) if (code !== null) counts[state] = (counts[state] ?? 0) + jobs;
  return counts;
}
