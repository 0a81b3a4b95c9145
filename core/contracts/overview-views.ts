import type { FigureRange } from "../overview/ranges.ts";
import type { IncidentsView } from "./incident-views.ts";

/** Something that waits for a person. `message`: what, in a sentence. */
export type NeedView = {
  /** That of an alarm (core/alarm/kinds.ts), or one of core/overview/needs.ts; a newer version may have more. */
  readonly kind: string;
  /** What it is about, where there may be several of a kind, e.g. a worker or a check; "" otherwise. */
  readonly subject: string;
  readonly message: string;
  readonly since: string;
};

/**
 * What happened in a step that begins at `at`: batches accepted, jobs completed, jobs that failed and have not been resumed
 * soon, bytes that were stored.
 */
export type FigurePoint = {
  readonly at: string;
  readonly accepted: number;
  readonly completed: number;
  readonly failed: number;
  readonly bytes: number;
};

/** Oldest first, in steps of the range (core/overview/ranges.ts); a minute behind at most. */
export type FiguresView = { readonly range: FigureRange; readonly points: readonly FigurePoint[] };

/** Bytes of working storage: reserved by running jobs, and of uploads that are kept until their batch has ended. */
export type StorageView = {
  readonly quotaBytes: number;
  readonly runningBytes: number;
  readonly uploadBytes: number;
};

/** A lane by its oldest batch that has not ended. */
export type SlowLaneView = {
  readonly serviceId: string;
  readonly batchId: string;
  readonly title: string | null;
  readonly state: string;
  readonly since: string;
};

/** A worker that has shown up in the last seconds. `lacks`: which storage it lacks, in a sentence; null: none. */
export type WorkerView = {
  readonly name: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly lacks: string | null;
};

/**
 * What an operator looks at first. `needs`: alarms, worst first, then the rest, oldest first; incidents wait for a person as
 * well, unless they are silenced. `storage`: null before a worker has measured it. `lanes`: at most ten, the oldest first.
 */
export type OverviewView = {
  readonly needs: readonly NeedView[];
  readonly incidents: IncidentsView;
  readonly figures: FiguresView;
  readonly storage: StorageView | null;
  readonly lanes: readonly SlowLaneView[];
  readonly workers: readonly WorkerView[];
};
