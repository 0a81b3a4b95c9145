"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { BatchView, JobRow } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { FaultNote } from "../fault/fault-note.tsx";
import { jobName } from "../jobs/job-name.model.ts";
import { failedJobsQuery } from "../queries/jobs.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

/** What went wrong with a batch, and what to do: its own fault, and those of its first failed jobs. */
export function BatchFaults({ batch }: { batch: BatchView }) {
  const failed = batch.jobs.Failed ?? 0;
  const list = useInfiniteQuery({ ...failedJobsQuery(batch.id), enabled: failed > 0 });
  const jobs = failed > 0 ? (list.data?.pages[0]?.items ?? []) : [];
  if (!batch.fault && failed === 0) return null;
  return (
    <Panel title="What went wrong">
      <div className="grid gap-2">
        {batch.fault ? <FaultNote fault={batch.fault} /> : null}
        {jobs.map((job) => (
          <JobFault key={job.id} job={job} />
        ))}
        {failed > jobs.length && jobs.length > 0 ? (
          <p>
            <FilterLink changes={{ state: "Failed" }} pressed={false} className="text-accent underline">
              Show all {counted(failed, "failed job")}
            </FilterLink>
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

function JobFault({ job }: { job: JobRow }) {
  if (!job.fault) return null;
  return <FaultNote fault={job.fault} where={<TextLink href={`/jobs/${job.id}`}>{jobName(job)}</TextLink>} />;
}
