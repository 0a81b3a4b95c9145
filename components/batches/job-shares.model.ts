import type { JobCounts } from "../../core/contracts/views.ts";
import { hasEnded, JOB_STATES, type JobState } from "../../core/job/states.ts";
import type { Family } from "../state/families.model.ts";
import { jobFamily } from "../state/job.model.ts";

/** Jobs in one state; those of it that wait are a share of their own. */
export type JobShare = {
  readonly state: JobState;
  readonly family: Family;
  readonly jobs: number;
  readonly waits: boolean;
};

/** From done on the left to not begun on the right, as a bar fills. */
const BAR_ORDER = [
  "done",
  "gone",
  "person",
  "unknown",
  "time",
  "moving",
  "waiting",
] as const satisfies readonly Family[];

/** The states that occur, those that wait apart, in the order of the bar: by family, within a family the further along the earlier. */
export function jobShares(counts: JobCounts, waiting: JobCounts = {}): readonly JobShare[] {
  const shares = JOB_STATES.flatMap((state): JobShare[] => {
    const family = jobFamily(state);
    const all = counts[state] ?? 0;
    const still = family === "moving" ? Math.min(all, waiting[state] ?? 0) : 0;
    return [
      { state, family, jobs: all - still, waits: false },
      { state, family: "time" as const, jobs: still, waits: true },
    ].filter(({ jobs }) => jobs > 0);
  });
  return BAR_ORDER.flatMap((family) => shares.filter((share) => share.family === family).reverse());
}

export type JobProgress = {
  readonly all: number;
  readonly ended: number;
  readonly done: number;
  readonly failed: number;
};

export function jobProgress(counts: JobCounts): JobProgress {
  const shares = jobShares(counts);
  const sum = (wanted: (share: JobShare) => boolean) =>
    shares.filter(wanted).reduce((total, share) => total + share.jobs, 0);
  return {
    all: sum(() => true),
    ended: sum((share) => hasEnded(share.state)),
    done: counts.Completed ?? 0,
    failed: counts.Failed ?? 0,
  };
}
