"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { BatchView, JobRow } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { FaultNote } from "../fault/fault-note.tsx";
import { groupFaults } from "../fault/group-faults.model.ts";
import { jobName } from "../jobs/job-name.model.ts";
import { failedJobsQuery } from "../queries/jobs.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

const NO_JOBS: readonly JobRow[] = [];

/** What went wrong with a batch, and what to do: its own fault, and those of its first failed jobs. */
export function BatchFaults({ batch }: { batch: BatchView }) {
  const failed = batch.jobs.Failed ?? 0;
  const list = useInfiniteQuery({ ...failedJobsQuery(batch.id), enabled: failed > 0 });
  const jobs = failed > 0 ? (list.data?.pages[0]?.items ?? NO_JOBS) : NO_JOBS;
  if (!batch.fault && failed === 0) return null;
  return (
    <Panel title="What went wrong">
      <div className="grid gap-2">
        {batch.fault ? <FaultNote fault={batch.fault} /> : null}
        {groupFaults(jobs).map(({ fault, things }) => (
          <FaultNote key={things[0]?.id ?? fault.code} fault={fault} where={<JobLinks jobs={things} />} />
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

function JobLinks({ jobs }: { jobs: readonly JobRow[] }) {
  return jobs.map((job, at) => (
    <span key={job.id} dir="auto">
      {at > 0 ? ", " : ""}
      <TextLink href={`/jobs/${job.id}`}>{jobName(job)}</TextLink>
    </span>
  ));
}
