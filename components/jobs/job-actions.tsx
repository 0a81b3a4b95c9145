"use client";
import { CircleStop, Trash2 } from "lucide-react";
import type { JobView } from "../../core/contracts/views.ts";
import { deleteJob, forceFail, setJobPriority } from "../queries/jobs.ts";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { jobName } from "./job-name.model.ts";
import { PriorityDialog } from "./priority-dialog.tsx";

type Props = { readonly job: JobView; readonly onDone: (said: string) => void };

/** What can be done to a job beside resuming it, for those who may. */
export function JobActions({ job, onDone }: Props) {
  const { id, may, priority } = job;
  return (
    <>
      {may.setPriority ? (
        <PriorityDialog
          title="Change the job's priority"
          description="Of the jobs that are due the one whose turn comes first is taken next. What has begun goes on."
          now={priority}
          set={(wanted, reason) => setJobPriority({ id, priority: wanted, reason })}
          onDone={onDone}
        />
      ) : null}
      {may.forceFail ? (
        <ReasonDialog
          button={
            <>
              <CircleStop aria-hidden size={16} />
              Make it fail
            </>
          }
          title={`Make ${jobName(job)} fail`}
          description="For a job that hangs. A worker that is at it stops at its next step and changes nothing more. What is fetched is kept, and the job can be resumed or deleted."
          verb="Make the job fail"
          danger
          act={(reason) => forceFail({ id, reason })}
          onDone={() => onDone("The job has been made to fail.")}
        />
      ) : null}
      {may.delete ? <DeleteJob job={job} onDone={onDone} /> : null}
    </>
  );
}

function DeleteJob({ job, onDone }: Props) {
  const { id } = job;
  return (
    <ReasonDialog
      button={
        <>
          <Trash2 aria-hidden size={16} />
          Delete job
        </>
      }
      title={`Delete ${jobName(job)}`}
      description="This cannot be undone. The files fetched for it are removed and its object is not stored; its history stays."
      verb="Delete the job"
      danger
      act={(reason) => deleteJob({ id, reason })}
      onDone={() => onDone("The job is deleted.")}
    />
  );
}
