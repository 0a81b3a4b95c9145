import { DELETABLE_STATES } from "../../core/job/deletable.ts";
import { counted } from "../display/amount.model.ts";
import type { BulkAct, JobFilter, JobsAsk } from "../queries/jobs.ts";
import { JOB_LOOKS } from "../state/job.model.ts";
import { BULK_WORDS, bulkButton } from "./bulk-words.model.ts";

/** What may be done to jobs of the list. */
export type MayAct = { readonly resume: boolean; readonly delete: boolean };

/** What the bar above the jobs offers: what it is about, and each act with its button. */
export type BulkOffers = {
  readonly label: string;
  readonly ask: JobsAsk;
  readonly acts: readonly { readonly act: BulkAct; readonly button: string }[];
};

/** Acts on the selected jobs, else on all the filter finds when it names a state they fit. Null: none is offered. */
export function bulkOffers(selected: readonly string[], filter: JobFilter, may: MayAct): BulkOffers | null {
  if (!may.resume && !may.delete) return null;
  if (selected.length === 0) return filterOffers(filter, may);
  return {
    label: `${counted(selected.length, "job")} selected`,
    ask: { jobs: selected },
    acts: actsOf(may).map((act) => ({ act, button: bulkButton(act, selected.length) })),
  };
}

function filterOffers({ state: wanted, collection, q, batch }: JobFilter, may: MayAct): BulkOffers | null {
  const state = DELETABLE_STATES.find((each) => each === wanted);
  if (!state) return null;
  const all = `all ${JOB_LOOKS[state].word.toLowerCase()} jobs of this list`;
  return {
    label: `Act on ${all}`,
    ask: { filter: { state, collection, q, batch } },
    acts: actsOf({ ...may, resume: may.resume && state === "Failed" }).map((act) => ({
      act,
      button: `${BULK_WORDS[act].verb} ${all}`,
    })),
  };
}

function actsOf(may: MayAct): readonly BulkAct[] {
  return [...(may.resume ? (["requeue"] as const) : []), ...(may.delete ? (["delete"] as const) : [])];
}
