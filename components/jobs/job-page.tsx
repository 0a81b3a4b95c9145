"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Sentence as Pieces } from "../../core/contracts/sentence.ts";
import type { JobView } from "../../core/contracts/views.ts";
import { hasEnded } from "../../core/job/states.ts";
import { whoEnds } from "../../core/wait/kinds.ts";
import { CallbackPanel } from "../callbacks/callback-panel.tsx";
import { Sentence } from "../display/sentence.tsx";
import { Time } from "../display/time.tsx";
import { FaultNote } from "../fault/fault-note.tsx";
import { jobQuery } from "../queries/jobs.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { BatchBadge, JobBadge } from "../state/state-badge.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import { Mono } from "../ui/mono.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobFiles } from "./job-files.tsx";
import { JobHold } from "./job-hold.tsx";
import { jobName } from "./job-name.model.ts";
import { JobProgress } from "./job-progress.tsx";
import { JobWarnings } from "./job-warnings.tsx";
import { ResumeMenu } from "./resume-menu.tsx";
import { StageStrip } from "./stage-strip.tsx";

/** One job: its stages, what went wrong, its files, and its history. */
export function JobPage({ id }: { id: string }) {
  const { data: job, error, refetch } = useQuery(jobQuery(id));
  const [said, setSaid] = useState("");
  const retry = () => void refetch();
  if (!job) {
    if (!error) return <RowsSkeleton label="Loading the job" />;
    return <ReadError what="The job" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <JobHead job={job} onDone={setSaid} />
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-6">
          <ReadError what="The job" error={error} kept onRetry={retry} />
          <Panel title="Stages">
            <StageStrip job={job} />
            <JobProgress job={job} />
          </Panel>
          {job.waitPieces ? <WaitNote job={job} why={job.waitPieces} /> : null}
          {job.fault && job.state === "Failed" ? (
            <Panel title="What went wrong">
              <FaultNote fault={job.fault} />
            </Panel>
          ) : null}
          <JobWarnings job={job} />
          <CallbackPanel jobId={job.id} />
          <JobFiles job={job} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <JobFacts job={job} />
          <Timeline filter={{ job: job.id }} />
        </div>
      </div>
    </>
  );
}

/** Why it waits. Red when a person has to end that. */
function WaitNote({ job: { waitCode }, why }: { job: JobView; why: Pieces }) {
  const needsPerson = waitCode !== null && whoEnds(waitCode) !== "nobody";
  return <Notice kind={needsPerson ? "error" : "warning"} title={<Sentence pieces={why} />} />;
}

function JobHead({ job, onDone }: { job: JobView; onDone: (said: string) => void }) {
  return (
    <PageHead
      title={jobName(job)}
      beside={<JobBadge job={job} />}
      below={
        <>
          <Mono text={job.id} what="job id" />
          <span>
            {JOB_LOOKS[job.state].word} {hasEnded(job.state) ? null : "since "}
            <Time at={job.stateAt} />
          </span>
          <span>
            {job.collectionName}, by {job.submitter}
          </span>
          <span className="inline-flex items-center gap-1.5">
            Job {job.ordinal} of <TextLink href={`/batches/${job.batchId}`}>its batch</TextLink>
            <BatchBadge batch={{ state: job.batchState, waits: job.batchWaits }} inRow />
          </span>
        </>
      }
      actions={
        <>
          <JobHold job={job} />
          <JobActions job={job} onDone={onDone} />
          <ResumeMenu job={job} />
        </>
      }
    />
  );
}
