import { BATCH_REPORTING, type BatchState } from "./states.ts";

/** How many workers may die over a batch in one state before it stands still. */
export const MOST_KILLS = 3;

/** What workers died over: making its jobs, or writing a report of them. */
export type StandsStillOver = keyof typeof WHY;

const WHY = {
  jobs: "workers have died while creating its jobs. An operator checks the worker's log and the payload, then resumes it or gives up the rest.",
  report:
    "workers have died while its report was being written. An operator checks the worker's log and memory, then resumes it.",
};

/** Which of these its next worker would do; null: neither. `isExpanded`: all its jobs exist. */
export function worksOver(state: BatchState, isExpanded: boolean): StandsStillOver | null {
  if (BATCH_REPORTING.some((each) => each === state)) return "report";
  if (isExpanded) return null;
  if (state === "Failed") return "report";
  return state === "Processing" ? "jobs" : null;
}

/** Why a batch stands still, as a sentence. */
export function whyStandsStill(kills: number, over: StandsStillOver): string {
  return `${kills} ${WHY[over]}`;
}

/** The sentence for a batch whose remaining jobs were given up. `made`: how many jobs it has. */
export function whyGivenUp(by: string, reason: string, made: number): string {
  const jobs = `${made.toLocaleString("en-US")} ${made === 1 ? "job" : "jobs"} had been created.`;
  return `Workers died while creating its jobs, and ${by} gave up the rest: ${reason} ${jobs}`;
}
