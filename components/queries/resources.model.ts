import type { ChangeNote } from "../../core/contracts/views.ts";

/**
 * By which kinds of change a query is stale. `own`: only by a change that names the batch or job its key names; by any when
 * the key names none.
 */
export type Staling = { readonly [Kind in keyof ChangeNote]?: "any" | "own" };

const WORK = { batches: "any", jobs: "any", more: "any" } as const;
const OWN_WORK = { batches: "own", jobs: "own", more: "any" } as const;
const SETTINGS = { collections: "any", more: "any" } as const;
const LANES = { ...WORK, lanes: "any", collections: "any" } as const;
const MAILS = { mails: "any", more: "any" } as const;
const TASKS = { tasks: "any" } as const;
/** The stream tells nothing of it. */
const UNTOLD = {};

/** Everything the pages read, by the first part of its query's key, and by which changes it is read again. */
export const STALED_BY = {
  batches: WORK,
  batch: { ...OWN_WORK, mails: "any", collections: "any" },
  jobs: OWN_WORK,
  job: { ...OWN_WORK, collections: "any" },
  "job-files": OWN_WORK,
  events: OWN_WORK,
  objects: WORK,
  object: WORK,
  callbacks: { ...OWN_WORK, collections: "own" },
  callback: { ...WORK, collections: "any" },
  lanes: LANES,
  lane: LANES,
  // and read again by itself, as claims and tries change it too
  "lane-alarms": { lanes: "any" },
  collections: SETTINGS,
  profile: SETTINGS,
  intake: SETTINGS,
  "callback-signing": SETTINGS,
  mails: MAILS,
  mail: MAILS,
  tasks: TASKS,
  task: TASKS,
  "task-steps": TASKS,
  "task-step": TASKS,
  "task-counts": TASKS,
  audit: { ...LANES, ...MAILS },
  // read again by themselves
  alarms: UNTOLD,
  overview: UNTOLD,
  "failed-callbacks": UNTOLD,
  checks: UNTOLD,
  sequencer: UNTOLD,
  "task-kinds": UNTOLD,
  check: UNTOLD,
  "check-findings": UNTOLD,
  // read again after each act on them
  account: UNTOLD,
  people: UNTOLD,
  tokens: UNTOLD,
  // the same for as long as they are shown
  "account-link": UNTOLD,
  "audit-append-only": UNTOLD,
  "object-files": UNTOLD,
  "object-changes": UNTOLD,
  // asked anew by its form
  "bulk-preview": UNTOLD,
} as const satisfies Readonly<Record<string, Staling>>;

/** What a query reads. A new one needs a row above, or its key does not compile. */
export type Resource = keyof typeof STALED_BY;

declare module "@tanstack/react-query" {
  interface Register {
    readonly queryKey: readonly [Resource, ...unknown[]];
  }
}
