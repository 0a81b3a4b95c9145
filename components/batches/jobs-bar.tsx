import type { JobCounts } from "../../core/contracts/views.ts";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { jobShares, jobTotals } from "./job-shares.model.ts";

/** The stacked bar of a batch's jobs; its numbers stand in the legend beside it. */
export function JobsBar({ counts, thin = false }: { counts: JobCounts; thin?: boolean }) {
  const shares = jobShares(counts);
  const { all } = jobTotals(counts);
  return (
    <div
      aria-hidden
      className={`flex gap-px overflow-hidden rounded-sm border border-line bg-sunken ${thin ? "h-2" : "h-4"}`}
    >
      {shares.map((share) => (
        <span
          key={share.state}
          title={`${JOB_LOOKS[share.state].word}: ${share.jobs} of ${all}`}
          className={`min-w-0.5 ${FAMILY_CLASSES[share.family].solid}`}
          style={{ flexGrow: share.jobs }}
        />
      ))}
    </div>
  );
}
