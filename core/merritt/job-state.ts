import type { JobState } from "../job/states.ts";
import { type MerrittState, merrittState, merrittTime, type StatePieces } from "./state.ts";
import { JOB_STATUSES } from "./statuses.ts";

/** A job as Merritt's clients see it. `version`: of the object, once it is recorded. */
export type MerrittJob = {
  readonly id: string;
  readonly batchId: string;
  readonly ordinal: number;
  readonly state: JobState;
  readonly ark: string | null;
  readonly localIds: readonly string[];
  readonly filename: string;
  readonly title: string | null;
  readonly creator: string | null;
  readonly date: string | null;
  readonly submitter: string;
  readonly priority: number;
  readonly version: number | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly errorMessage: string | null;
  readonly waitReason: string | null;
};

/** One job by itself. */
export function jobState(job: MerrittJob): MerrittState {
  return merrittState("job", "jobState", jobPieces(job));
}

/** What is told of a job, by itself or in its batch. */
export function jobPieces(job: MerrittJob): StatePieces {
  return {
    jobID: job.id,
    batchID: job.batchId,
    jobStatus: JOB_STATUSES[job.state],
    jobStatusMessage: messageOf(job),
    primaryID: job.ark,
    localID: job.localIds.join(";") || null,
    versionID: job.version,
    packageName: job.filename,
    objectTitle: job.title,
    objectCreator: job.creator,
    objectDate: job.date,
    userAgent: job.submitter,
    queuePriority: String(job.priority).padStart(2, "0"),
    submissionDate: merrittTime(job.createdAt),
    completionDate: job.endedAt && merrittTime(job.endedAt),
  };
}

/** Merritt says Success of a completed job; of one under way its stage is told. */
function messageOf({ state, errorMessage, waitReason }: MerrittJob): string {
  if (state === "Completed") return "Success";
  if (state === "Failed") return errorMessage ?? state;
  return waitReason === null ? state : `${state}: ${waitReason}`;
}
