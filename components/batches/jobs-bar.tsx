import type { JobCounts } from "../../core/contracts/views.ts";
import { hasEnded } from "../../core/job/states.ts";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { join } from "../ui/join.ts";
import { type JobShare, jobProgress, jobShares } from "./job-shares.model.ts";

type Props = { readonly counts: JobCounts; readonly waiting: JobCounts; readonly thin?: boolean };

/**
 * The stacked bar of a batch's jobs; its numbers stand in the legend beside it. What has ended fills it, what is under way
 * is a tint, and what has not begun is empty: a bar that is full says that all have ended.
 */
export function JobsBar({ counts, waiting, thin = false }: Props) {
  const shares = jobShares(counts, waiting);
  const { all } = jobProgress(counts);
  return (
    <div
      aria-hidden
      className={join(
        "flex gap-px overflow-hidden rounded-sm border border-line bg-sunken",
        thin ? "h-2" : "h-4",
      )}
    >
      {shares.map((share) => (
        <span
          key={`${share.state} ${share.waits}`}
          title={`${JOB_LOOKS[share.state].word}${share.waits ? ", waiting" : ""}: ${share.jobs} of ${all}`}
          className={join("min-w-0.5", fillOf(share))}
          style={{ flexGrow: share.jobs }}
        />
      ))}
    </div>
  );
}

function fillOf({ state, family }: JobShare): string {
  if (hasEnded(state)) return FAMILY_CLASSES[family].solid;
  return family === "waiting" ? "" : FAMILY_CLASSES[family].tint;
}
