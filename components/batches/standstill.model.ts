import type { BatchState } from "../../core/batch/states.ts";
import type { JobCounts } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";

/** What is told of a batch that stands still, and of what an operator can do about it. `givingUp`: null when there is nothing to give up. */
export type StandstillWords = {
  readonly meanwhile: string;
  readonly verb: string;
  readonly resuming: string;
  /** Told once it has been resumed. */
  readonly goesOn: string;
  readonly givingUp: string | null;
};

const MAKING_JOBS = {
  verb: "Resume creating jobs",
  resuming:
    "Existing jobs stay as they are; the rest are created from the payload. If workers die over it again, it stops again.",
  goesOn: "Resumed: its jobs are being created.",
};

const REPORTING = {
  verb: "Write the report again",
  resuming: "Its jobs and objects stay as they are. If workers die over the report again, it stops again.",
  goesOn: "Resumed: its report is being written.",
};

const WAITING = "In a serial lane, nothing behind this batch starts until you decide.";

/** By the state it stands still in: Processing while its jobs were made, any other while a report of them was written. */
export function standstillWords(state: BatchState, jobs: JobCounts): StandstillWords {
  const made = Object.values(jobs).reduce((sum, count) => sum + count, 0);
  if (state !== "Processing") return { ...REPORTING, meanwhile: reportIsMissing(state), givingUp: null };
  if (made === 0)
    return {
      ...MAKING_JOBS,
      meanwhile: `No jobs were created. ${WAITING}`,
      givingUp:
        "This cannot be undone. No jobs are created: the batch fails, its report is sent, and its lane continues.",
    };
  const its = counted(made, "job");
  const [keeps, have] = made === 1 ? ["it keeps", "has"] : ["they keep", "have"];
  return {
    ...MAKING_JOBS,
    meanwhile: `${its} created so far: ${keeps} running. ${WAITING}`,
    givingUp: `This cannot be undone. No more jobs are created. Once its ${its} ${have} ended, the batch fails, its report is sent, and its lane continues.`,
  };
}

/** Before its first report a batch is still in its lane. */
function reportIsMissing(state: BatchState): string {
  return state === "Reporting" ? `Only its report is missing. ${WAITING}` : "Only its report is missing.";
}
