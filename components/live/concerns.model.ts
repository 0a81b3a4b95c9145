import type { QueryKey } from "@tanstack/react-query";
import type { ChangeNote } from "../../core/contracts/views.ts";
import { STALED_BY, type Staling } from "../queries/resources.model.ts";

export const NOTHING: ChangeNote = { batches: [], jobs: [], mails: false };

/** Two notes as one. */
export function mergeNotes(one: ChangeNote, other: ChangeNote): ChangeNote {
  return {
    batches: [...new Set([...one.batches, ...other.batches])],
    jobs: [...new Set([...one.jobs, ...other.jobs])],
    mails: one.mails || other.mails,
    lanes: one.lanes === true || other.lanes === true,
    collections: one.collections === true || other.collections === true,
    tasks: one.tasks === true || other.tasks === true,
    more: one.more === true || other.more === true,
  };
}

/** Which kinds of change a note tells of. */
const TELLS_OF = {
  batches: ({ batches }) => batches.length > 0,
  jobs: ({ jobs }) => jobs.length > 0,
  mails: ({ mails }) => mails,
  lanes: ({ lanes = false }) => lanes,
  collections: ({ collections = false }) => collections,
  tasks: ({ tasks = false }) => tasks,
  more: ({ more = false }) => more,
} as const satisfies Record<keyof ChangeNote, (note: ChangeNote) => boolean>;
const KINDS = Object.keys(TELLS_OF) as readonly (keyof ChangeNote)[];

/** The batch or job a key names, by its second part: an id or a filter. */
function namedBy([resource, id]: QueryKey): { readonly batch?: unknown; readonly job?: unknown } {
  if (resource === "batch") return { batch: id };
  if (resource === "job" || resource === "job-files") return { job: id };
  return typeof id === "object" && id !== null ? id : {};
}

function names({ batches, jobs }: ChangeNote, key: QueryKey): boolean {
  const { batch, job } = namedBy(key);
  if (job !== undefined) return jobs.includes(String(job));
  // A note of jobs alone does not say whose they are.
  return batch === undefined || batches.length === 0 || batches.includes(String(batch));
}

/** Does the change touch what this query shows? */
export function concerns(note: ChangeNote, key: QueryKey): boolean {
  const staling: Staling = STALED_BY[key[0]];
  return KINDS.some(
    (kind) =>
      TELLS_OF[kind](note) && (staling[kind] === "any" || (staling[kind] === "own" && names(note, key))),
  );
}

/** A note from the stream; undefined when it is not one. */
export function readNote(value: unknown): ChangeNote | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { batches, jobs, mails, lanes, collections, tasks, more } = value as Partial<
    Record<keyof ChangeNote, unknown>
  >;
  if (!Array.isArray(batches) || !Array.isArray(jobs)) return undefined;
  return {
    batches: batches.map(String),
    jobs: jobs.map(String),
    mails: mails === true,
    lanes: lanes === true,
    collections: collections === true,
    tasks: tasks === true,
    more: more === true,
  };
}
