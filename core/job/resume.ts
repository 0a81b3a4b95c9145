import { QueueError } from "../errors.ts";
import { type JobState, RESUME_STATES, type ResumeState } from "./states.ts";

/** What the resume rule looks at. `hasFiles`: the job's working folder still holds what was downloaded. */
export type Resumable = {
  readonly state: JobState;
  readonly lastSuccessfulState: JobState | null;
  readonly payloadTrusted: boolean;
  readonly hasFiles: boolean;
};

/** The stage after the last one that succeeded. Source: docs/reference/states.md, "Resume". */
const AFTER: Partial<Record<JobState, ResumeState>> = {
  Estimating: "Downloading",
  Provisioning: "Downloading",
  Downloading: "Processing",
  Processing: "Recording",
  Recording: "Notify",
};

/**
 * The states a failed job may be resumed in, default first, then the earlier ones nearest first.
 * Without its working files a job cannot be processed, so that choice is left out.
 */
export function resumeChoices(job: Resumable): readonly ResumeState[] {
  if (job.state !== "Failed" || !job.payloadTrusted) return [];
  const after = (job.lastSuccessfulState && AFTER[job.lastSuccessfulState]) ?? "Downloading";
  const allowed = RESUME_STATES.slice(0, RESUME_STATES.indexOf(after) + 1).reverse();
  return job.hasFiles ? allowed : allowed.filter((state) => state !== "Processing");
}

/**
 * The state to resume a failed job in.
 * @throws QueueError `not_failed`, `not_resumable` (its payload was corrupt from the start), `resume_too_late` (`wanted` skips work not done)
 */
export function chooseResume(job: Resumable, wanted?: ResumeState): ResumeState {
  if (job.state !== "Failed")
    throw new QueueError("not_failed", `The job is ${job.state}; only a Failed job can be resumed.`);
  const choices = resumeChoices(job);
  const [standard] = choices;
  if (!standard) {
    throw new QueueError(
      "not_resumable",
      "The job's payload was corrupt when it arrived. Deposit a corrected one.",
    );
  }
  if (wanted && !choices.includes(wanted)) {
    throw new QueueError(
      "resume_too_late",
      `The job cannot be resumed at ${wanted}; it can be resumed at ${choices.join(" or ")}.`,
    );
  }
  return wanted ?? standard;
}
