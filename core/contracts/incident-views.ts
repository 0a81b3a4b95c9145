import type { JobState } from "../job/states.ts";
import type { BulkAnswer } from "./bulk-views.ts";

/** A failed job as an example of its incident. */
export type IncidentJob = { readonly id: string; readonly at: string; readonly message: string };

/** Until when an incident is not shown as needing a person, who said so and why. */
export type SilenceView = { readonly until: string; readonly by: string; readonly reason: string };

/**
 * Jobs that have failed now and have one cause. `cause`: the key of the incident, for its acts. `stage`, `host`: null where
 * unknown or none. `count`: jobs; `countIsMore`: only so many were counted. `since`: when the first of them failed.
 * `lastHour`: how many failed in the hour before; also counted no further.
 */
export type IncidentView = {
  readonly cause: string;
  readonly code: string;
  readonly stage: JobState | null;
  readonly host: string | null;
  readonly count: number;
  readonly countIsMore: boolean;
  readonly since: string;
  readonly lastHour: number;
  readonly first: IncidentJob;
  readonly last: IncidentJob;
  readonly silence: SilenceView | null;
};

/** Those that are not silenced first, then the oldest. `isMore`: there are further causes. */
export type IncidentsView = { readonly items: readonly IncidentView[]; readonly isMore: boolean };

/** Jobs that were left as they are for one reason; `jobId`: the first of them, whose sentence is `message`. */
export type RefusedGroup = {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly jobId: string;
};

/** What resuming did or, with `preview`, would do. `failedBy`: give it with the next part, ISO 8601. */
export type IncidentResumeAnswer = Pick<BulkAnswer, "more"> & {
  readonly resumed: number;
  readonly refused: readonly RefusedGroup[];
  readonly failedBy: string;
};

/** The silence that is in force now; null: none. */
export type IncidentSilenceAnswer = { readonly silence: SilenceView | null };
