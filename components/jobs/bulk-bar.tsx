"use client";
import type { ReactNode } from "react";
import { DELETABLE_STATES } from "../../core/job/deletable.ts";
import { counted } from "../display/amount.model.ts";
import type { JobFilter } from "../queries/jobs.ts";
import { useSelection } from "../rows/selection.tsx";
import { JOB_LOOKS } from "../state/job.model.ts";
import { Button } from "../ui/button.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { bulkButton } from "./bulk-words.model.ts";

type Props = {
  readonly filter: JobFilter;
  readonly may: { readonly resume: boolean; readonly delete: boolean };
};

/** Acts on the selected jobs, or on all the filter finds when it names a state they fit. */
export function BulkBar({ filter, may }: Props) {
  const { ids, clear } = useSelection();
  if (!may.resume && !may.delete) return null;
  if (ids.size === 0) return <FilterBulk filter={filter} may={may} />;
  const ask = { jobs: [...ids] };
  return (
    <Bar label={`${counted(ids.size, "job")} selected`}>
      {may.resume ? (
        <BulkDialog act="requeue" ask={ask} button={bulkButton("requeue", ids.size)} onClosed={clear} />
      ) : null}
      {may.delete ? (
        <BulkDialog act="delete" ask={ask} button={bulkButton("delete", ids.size)} onClosed={clear} />
      ) : null}
      <Button kind="quiet" onClick={clear}>
        Clear the selection
      </Button>
    </Bar>
  );
}

function FilterBulk({ filter: { state: wanted, collection, q, batch }, may }: Props) {
  const state = DELETABLE_STATES.find((each) => each === wanted);
  if (!state) return null;
  const ask = { filter: { state, collection, q, batch } };
  const all = `all ${JOB_LOOKS[state].word.toLowerCase()} jobs of this list`;
  return (
    <Bar label={`Act on ${all}`}>
      {may.resume && state === "Failed" ? (
        <BulkDialog act="requeue" ask={ask} button={`Resume ${all}`} />
      ) : null}
      {may.delete ? <BulkDialog act="delete" ask={ask} button={`Delete ${all}`} /> : null}
    </Bar>
  );
}

function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="mb-3 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-2"
      data-print="no"
    >
      <span className="mr-2 font-medium tabular-nums">{label}</span>
      {children}
    </section>
  );
}
