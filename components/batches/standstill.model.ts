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
  verb: "Resume making jobs",
  resuming:
    "The jobs this batch has stay as they are; the others are made from its payload. If workers die over it again, it stops again.",
  goesOn: "The batch goes on: its jobs are being made.",
};

const REPORTING = {
  verb: "Write the report again",
  resuming: "Its jobs and objects stay as they are. If workers die over the report again, it stops again.",
  goesOn: "The batch goes on: its report is being written.",
};

const WAITING = "Nothing behind this batch begins in a serial lane until you decide.";

/** By the state it stands still in: Processing while its jobs were made, any other while a report of them was written. */
export function standstillWords(state: BatchState, jobs: JobCounts): StandstillWords {
  const made = Object.values(jobs).reduce((sum, count) => sum + count, 0);
  if (state !== "Processing") return { ...REPORTING, meanwhile: reportIsMissing(state), givingUp: null };
  if (made === 0)
    return {
      ...MAKING_JOBS,
      meanwhile: `No job was made. ${WAITING}`,
      givingUp:
        "This cannot be undone. No job is made: the batch fails, its report is sent, and its lane goes on.",
    };
  const [has, goes] = [counted(made, "job"), made === 1 ? "it goes" : "they go"];
  return {
    ...MAKING_JOBS,
    meanwhile: `${has} made so far: ${goes} on meanwhile. ${WAITING}`,
    givingUp: `This cannot be undone. No more jobs are made. When the ${has} it has ended, the batch fails, its report is sent, and its lane goes on.`,
  };
}

/** Before its first report a batch is still in its lane. */
function reportIsMissing(state: BatchState): string {
  return state === "Reporting" ? `Only its report is missing. ${WAITING}` : "Only its report is missing.";
}
