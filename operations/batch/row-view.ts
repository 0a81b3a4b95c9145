import type { BatchRow, JobCounts } from "../../core/contracts/views.ts";
import type { BatchListRow } from "../../prisma/store/batch/list-rows.ts";

/** A batch as lists and its own page show it. `jobs`: its jobs by state. */
export function batchRow(row: BatchListRow, jobs: JobCounts): BatchRow {
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
  };
}
