"use client";
import type { BatchView, JobRow } from "../../core/contracts/views.ts";
import { count, counted } from "../display/amount.model.ts";
import { BATCH_JOBS, RESUMABLE_JOBS } from "../jobs/job-columns.tsx";
import { jobsQuery } from "../queries/jobs.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { batchJobsFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { Empty } from "../ui/empty.tsx";
import { Panel } from "../ui/panel.tsx";
import { jobProgress } from "./job-shares.model.ts";

const idOf = (job: JobRow) => job.id;

/** The jobs of a batch in the order of its manifest, all or those in one state. */
export function BatchJobs({ batch }: { batch: BatchView }) {
  const url = useUrlFilter();
  const filter = batchJobsFilter(batch.id, url.value);
  const { state } = filter;
  const { all } = jobProgress(batch.jobs);
  const word = state ? JOB_LOOKS[state].word : "";
  return (
    <Panel
      title="Jobs"
      aside={
        state ? (
          <span className="text-muted">
            {count(batch.jobs[state] ?? 0)} of {counted(all, "job")}: {word}.{" "}
            <FilterLink changes={{ state: undefined }} pressed={false} className="text-accent underline">
              Show all
            </FilterLink>
          </span>
        ) : (
          <span className="text-muted">{counted(all, "job")}</span>
        )
      }
    >
      <RowsTable
        query={jobsQuery(filter)}
        caption={
          state ? `Jobs of this batch that are ${word}` : "Jobs of this batch, in the order of its manifest"
        }
        columns={batch.may.resume ? RESUMABLE_JOBS : BATCH_JOBS}
        idOf={idOf}
        nouns={["job", "jobs"]}
        cursorName="jobs"
        empty={
          state ? (
            <Empty title={`No job is ${word} now.`} />
          ) : (
            <Empty title="No jobs yet.">
              One appears here for each object once the deposit has been read.
            </Empty>
          )
        }
      />
    </Panel>
  );
}
