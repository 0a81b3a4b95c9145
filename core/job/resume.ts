import { type ErrorCode, WaybillError } from "../errors.ts";
import { type JobState, RESUME_STATES, type ResumeState } from "./states.ts";

/** The facts for the resume rule. `hasFiles`: the job's working folder still holds the downloaded files. */
export type Resumable = {
  readonly state: JobState;
  readonly lastSuccessfulState: JobState | null;
  readonly payloadTrusted: boolean;
  readonly hasFiles: boolean;
};

/** Where a job is resumed, or why it cannot be. */
export type ResumeDecision =
  | { readonly kind: "resume"; readonly at: ResumeState }
  | {
      readonly kind: "refused";
      readonly code: Extract<
        ErrorCode,
        "not_failed" | "not_resumable" | "resume_too_late" | "no_working_files"
      >;
      readonly message: string;
    };

/** The stage after the last one that succeeded. Source: docs/reference/states.md, "Resume". */
export const STAGE_AFTER: Partial<Record<JobState, ResumeState>> = {
  Estimating: "Downloading",
  Provisioning: "Downloading",
  Downloading: "Processing",
  Processing: "Recording",
  Recording: "Notify",
};

/** The latest stage for which all earlier work is done, and all stages before it, latest first. */
function reached({ lastSuccessfulState }: Resumable): readonly ResumeState[] {
  const after = (lastSuccessfulState && STAGE_AFTER[lastSuccessfulState]) ?? "Downloading";
  return RESUME_STATES.slice(0, RESUME_STATES.indexOf(after) + 1).reverse();
}

/**
 * The states a failed job may be resumed in: the default first, then earlier ones, nearest first. Without its working
 * files a job cannot be processed, so that choice is left out.
 */
export function resumeChoices(job: Resumable): readonly ResumeState[] {
  if (job.state !== "Failed" || !job.payloadTrusted) return [];
  const allowed = reached(job);
  return job.hasFiles ? allowed : allowed.filter((state) => state !== "Processing");
}

/**
 * The state to resume a job in, or why not: `not_failed`, `not_resumable` (its payload was corrupt from the start),
 * `resume_too_late` (`wanted` skips work not done), `no_working_files` (`wanted` needs a folder that is gone).
 */
export function decideResume(job: Resumable, wanted?: ResumeState): ResumeDecision {
  const refuse = (code: Extract<ResumeDecision, { kind: "refused" }>["code"], message: string) =>
    ({ kind: "refused", code, message }) as const;
  if (job.state !== "Failed")
    return refuse("not_failed", `The job is ${job.state}; only a Failed job can be resumed.`);
  const choices = resumeChoices(job);
  const [standard] = choices;
  if (!standard) {
    return refuse("not_resumable", "The job's payload was corrupt when it arrived. Deposit a corrected one.");
  }
  if (!wanted || choices.includes(wanted)) return { kind: "resume", at: wanted ?? standard };
  const rest = `it can be resumed at ${choices.join(" or ")}.`;
  return reached(job).includes(wanted)
    ? refuse("no_working_files", `The job's working folder is gone, so ${wanted} has no files; ${rest}`)
    : refuse("resume_too_late", `The job cannot be resumed at ${wanted}; ${rest}`);
}

/**
 * The state to resume a failed job in.
 * @throws WaybillError with the codes of `decideResume`
 */
export function chooseResume(job: Resumable, wanted?: ResumeState): ResumeState {
  const decision = decideResume(job, wanted);
  if (decision.kind === "refused") throw new WaybillError(decision.code, decision.message);
  return decision.at;
}
