"use client";
import type { BatchView } from "../../core/contracts/views.ts";
import { count, counted } from "../display/amount.model.ts";
import { FetchedBar } from "../display/fetched-bar.tsx";
import { Sentence } from "../display/sentence.tsx";
import { FilterLink } from "../rows/filter-link.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { join } from "../ui/join.ts";
import { Panel } from "../ui/panel.tsx";
import { jobProgress, jobShares } from "./job-shares.model.ts";
import { JobsBar } from "./jobs-bar.tsx";
import { waitingWords } from "./waiting-words.model.ts";

/** How far a batch is: its jobs by state, each a filter of the table below, and its bytes. */
export function BatchProgress({ batch }: { batch: BatchView }) {
  const totals = jobProgress(batch.jobs);
  const { done, total } = batch.bytes;
  return (
    <Panel title="Progress">
      <div className="grid gap-2 rounded-md border border-line bg-surface p-3">
        <p className="tabular-nums">
          {totals.all === 0
            ? "No jobs yet."
            : `${count(totals.ended)} of ${counted(totals.all, "object")} finished`}
          {batch.expanded || totals.all === 0 ? "" : ", more to come"}
        </p>
        <JobsBar counts={batch.jobs} waiting={batch.waiting} />
        <Waiting batch={batch} />
        <Legend batch={batch} />
        {total === "0" || totals.all === 0 ? null : <FetchedBar done={done} total={total} />}
      </div>
    </Panel>
  );
}

/** For what jobs wait, where all of them do or some. */
function Waiting({ batch }: { batch: BatchView }) {
  const words = waitingWords(batch);
  if (!words) return null;
  return (
    <p className={words.needsPerson ? "text-person" : "text-time"} dir="auto">
      {words.sentence} {words.reason ? <Sentence pieces={words.reason} /> : null}
    </p>
  );
}

function Legend({ batch }: { batch: BatchView }) {
  const chosen = useUrlFilter().value("state");
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Jobs by state">
      {jobShares(batch.jobs, batch.waiting).map((share) => {
        const pressed = chosen === share.state;
        const look = JOB_LOOKS[share.state];
        return (
          <li key={`${share.state} ${share.waits}`}>
            <FilterLink
              changes={{ state: pressed ? undefined : share.state }}
              pressed={pressed}
              className={join(
                "inline-flex items-center gap-1.5 rounded-md border px-2 py-0.5 hover:bg-sunken",
                pressed ? "border-line-strong bg-sunken font-medium" : "border-line",
              )}
            >
              <span className={FAMILY_CLASSES[share.family].text}>
                <StateIcon name={look.icon} />
              </span>
              {look.word}
              {share.waits ? ", waiting" : ""}
              <span className="font-medium tabular-nums">{count(share.jobs)}</span>
              <span className="sr-only">
                {share.jobs === 1 ? "job" : "jobs"}. {pressed ? "Show all jobs" : "Show only these"}
              </span>
            </FilterLink>
          </li>
        );
      })}
    </ul>
  );
}
