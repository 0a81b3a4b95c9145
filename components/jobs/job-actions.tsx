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
          description="Decides which due job is taken next. Jobs that have begun are not affected."
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
              Force to fail
            </>
          }
          title={`Force ${jobName(job)} to fail`}
          description="For a job that hangs. A worker running it stops at its next step and changes nothing more. Fetched files are kept, and the job can be resumed or deleted."
          verb="Force the job to fail"
          danger
          act={(reason) => forceFail({ id, reason })}
          onDone={() => onDone("The job was forced to fail.")}
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
