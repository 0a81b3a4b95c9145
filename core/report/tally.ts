import { hasEnded, JOB_STATES, type JobState } from "../job/states.ts";
import type { JobTotals, ReportOutcome } from "./facts.ts";

/** The state a reported batch moves to. */
export type ReportedState = "Completed" | "Failed";

/** Jobs by state; states that do not occur may be left out. */
type ByState = Partial<Readonly<Record<JobState, number>>>;

/** Jobs by state in the four groups a report names. */
export function jobTotals(jobs: ByState): JobTotals {
  const count = (wanted: (state: JobState) => boolean) =>
    JOB_STATES.filter(wanted).reduce((sum, state) => sum + (jobs[state] ?? 0), 0);
  return {
    total: count(() => true),
    pending: count((state) => !hasEnded(state)),
    completed: jobs.Completed ?? 0,
    failed: jobs.Failed ?? 0,
    deleted: jobs.Deleted ?? 0,
  };
}

/**
 * How a batch ends, given its jobs: Completed when every one is Completed or Deleted, else Failed. `fault`: the batch
 * itself could not be processed to its end, as one whose jobs could not be made or that its ledger refused.
 * Source: docs/reference/states.md, "Batch".
 */
export function tally(jobs: ByState, fault = false): ReportedState {
  const { total, completed, deleted } = jobTotals(jobs);
  return !fault && completed + deleted === total ? "Completed" : "Failed";
}

/** The word of the subject for a batch that ends in this state. */
export const OUTCOME_OF = { Completed: "OK", Failed: "FAIL" } as const satisfies Record<
  ReportedState,
  ReportOutcome
>;
