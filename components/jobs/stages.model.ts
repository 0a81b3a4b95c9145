import { STAGE_AFTER } from "../../core/job/resume.ts";
import { type JobState, WORK_STATES, type WorkState } from "../../core/job/states.ts";
import { JOB_LOOKS } from "../state/job.model.ts";

export type StopStatus = "done" | "current" | "failed" | "stopped" | "ahead";

/** One stage of a job as a stop on a line. */
export type Stop = { readonly name: string; readonly status: StopStatus };

/** What the line is drawn from. */
export type OnTheLine = { readonly state: JobState; readonly lastSuccessfulState: JobState | null };

/** Where the job stands, or stopped. A job that never succeeded in a stage stopped before the first. */
function standsAt({ state, lastSuccessfulState }: OnTheLine): WorkState {
  const working = WORK_STATES.find((stage) => stage === state);
  if (working) return working;
  if (lastSuccessfulState === null) return "Pending";
  return STAGE_AFTER[lastSuccessfulState] ?? "Notify";
}

function statusAt(state: JobState): StopStatus {
  if (state === "Failed") return "failed";
  return state === "Held" || state === "Deleted" ? "stopped" : "current";
}

/** The stages of a job in order, ending in Completed. */
export function stopsOf(job: OnTheLine): readonly Stop[] {
  const line = [...WORK_STATES, "Completed"] as const;
  const here = job.state === "Completed" ? line.length : line.indexOf(standsAt(job));
  return line.map((stage, at) => ({
    name: JOB_LOOKS[stage].word,
    status: at < here ? "done" : at === here ? statusAt(job.state) : "ahead",
  }));
}
