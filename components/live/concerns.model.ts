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

/** Does the change touch what this query shows? Keys are those of components/queries. */
export function concerns(
  { batches, jobs, mails, lanes = false, collections = false, more = false }: ChangeNote,
  [resource, id]: QueryKey,
): boolean {
  const anything = more || batches.length > 0 || jobs.length > 0;
  const filter = filterOf(id);
  // A note of jobs alone does not say whose they are.
  const ofBatch = (wanted: unknown) =>
    more || batches.includes(String(wanted)) || (batches.length === 0 && anything);
  const ofJob = (wanted: unknown) => more || jobs.includes(String(wanted));
  switch (resource) {
    case "lanes":
    case "lane":
      return anything || lanes || collections;
    case "lane-alarms":
      return lanes;
    case "collections":
    case "intake":
      return collections || more;
    case "batches":
    case "objects":
    case "object":
      return anything;
    case "jobs":
      return filter.batch === undefined ? anything : ofBatch(filter.batch);
    case "batch":
      return ofBatch(id) || mails || collections;
    case "job":
      return ofJob(id) || collections;
    case "job-files":
      return ofJob(id);
    case "events":
      return filter.job === undefined ? ofBatch(filter.batch) : ofJob(filter.job);
    case "callbacks":
      return filter.job === undefined ? anything || collections : ofJob(filter.job);
    case "callback":
      return anything || collections;
    case "callback-signing":
      return collections || more;
    case "mails":
    case "mail":
      return mails || more;
    default:
      return false;
  }
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
