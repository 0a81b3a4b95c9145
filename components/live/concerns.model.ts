import type { QueryKey } from "@tanstack/react-query";
import type { ChangeNote } from "../../core/contracts/views.ts";

export const NOTHING: ChangeNote = { batches: [], jobs: [], mails: false };

/** Two notes as one. */
export function mergeNotes(one: ChangeNote, other: ChangeNote): ChangeNote {
  return {
    batches: [...new Set([...one.batches, ...other.batches])],
    jobs: [...new Set([...one.jobs, ...other.jobs])],
    mails: one.mails || other.mails,
    lanes: one.lanes === true || other.lanes === true,
    collections: one.collections === true || other.collections === true,
    more: one.more === true || other.more === true,
  };
}

function filterOf(part: unknown): { batch?: unknown; job?: unknown } {
  return typeof part === "object" && part !== null ? part : {};
}

/** What a change touched, in the questions that queries ask. */
type Touched = {
  readonly anything: boolean;
  readonly ofBatch: (wanted: unknown) => boolean;
  readonly ofJob: (wanted: unknown) => boolean;
  readonly lanes: boolean;
  readonly collections: boolean;
  readonly mails: boolean;
  readonly more: boolean;
};

/** By a query's first key part: whether it shows what was touched. `id`: its second part, an id or a filter. */
const SHOWS: Readonly<Record<string, (touched: Touched, id: unknown) => boolean>> = {
  lanes: ({ anything, lanes, collections }) => anything || lanes || collections,
  lane: ({ anything, lanes, collections }) => anything || lanes || collections,
  "lane-alarms": ({ lanes }) => lanes,
  collections: ({ collections, more }) => collections || more,
  profile: ({ collections, more }) => collections || more,
  intake: ({ collections, more }) => collections || more,
  batches: ({ anything }) => anything,
  objects: ({ anything }) => anything,
  object: ({ anything }) => anything,
  jobs: ({ anything, ofBatch }, id) => {
    const { batch } = filterOf(id);
    return batch === undefined ? anything : ofBatch(batch);
  },
  batch: ({ ofBatch, mails, collections }, id) => ofBatch(id) || mails || collections,
  job: ({ ofJob, collections }, id) => ofJob(id) || collections,
  "job-files": ({ ofJob }, id) => ofJob(id),
  events: ({ ofBatch, ofJob }, id) => {
    const { batch, job } = filterOf(id);
    return job === undefined ? ofBatch(batch) : ofJob(job);
  },
  callbacks: ({ anything, collections, ofJob }, id) => {
    const { job } = filterOf(id);
    return job === undefined ? anything || collections : ofJob(job);
  },
  callback: ({ anything, collections }) => anything || collections,
  "callback-signing": ({ collections, more }) => collections || more,
  audit: ({ anything, lanes, collections, mails, more }) => anything || lanes || collections || mails || more,
  mails: ({ mails, more }) => mails || more,
  mail: ({ mails, more }) => mails || more,
};

/** Does the change touch what this query shows? Keys are those of components/queries. */
export function concerns(note: ChangeNote, [resource, id]: QueryKey): boolean {
  const { batches, jobs, mails, lanes = false, collections = false, more = false } = note;
  const anything = more || batches.length > 0 || jobs.length > 0;
  const shows = Object.hasOwn(SHOWS, String(resource)) ? SHOWS[String(resource)] : undefined;
  if (!shows) return false;
  return shows(
    {
      anything,
      // A note of jobs alone does not say whose they are.
      ofBatch: (wanted) => more || batches.includes(String(wanted)) || (batches.length === 0 && anything),
      ofJob: (wanted) => more || jobs.includes(String(wanted)),
      lanes,
      collections,
      mails,
      more,
    },
    id,
  );
}

/** A note from the stream; undefined when it is none. */
export function readNote(value: unknown): ChangeNote | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { batches, jobs, mails, lanes, collections, more } = value as Partial<
    Record<keyof ChangeNote, unknown>
  >;
  if (!Array.isArray(batches) || !Array.isArray(jobs)) return undefined;
  return {
    batches: batches.map(String),
    jobs: jobs.map(String),
    mails: mails === true,
    lanes: lanes === true,
    collections: collections === true,
    more: more === true,
  };
}
