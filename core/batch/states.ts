import type { Mover } from "../job/states.ts";

/** A batch's states and moves, as data. Source: docs/reference/states.md, "Batch". */
export const BATCH_STATES = [
  "Pending",
  "Held",
  "Processing",
  "Reporting",
  "Completed",
  "Failed",
  "UpdateReporting",
  "Deleted",
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const BATCH_BIRTHS = ["Pending"] as const satisfies readonly BatchState[];

/** Moves the worker makes by itself. Failed to UpdateReporting by itself: the profile's automatic update report. */
export const BATCH_WORKER_MOVES = {
  Pending: ["Held", "Processing"],
  Held: [],
  Processing: ["Reporting", "Failed"],
  Reporting: ["Completed", "Failed"],
  Completed: [],
  Failed: ["UpdateReporting"],
  UpdateReporting: ["Completed", "Failed"],
  Deleted: [],
} as const satisfies Record<BatchState, readonly BatchState[]>;

/** Moves that take a person: hold, release, update report, delete. */
export const BATCH_PERSON_MOVES = {
  Pending: ["Held"],
  Held: ["Processing", "Deleted"],
  Failed: ["UpdateReporting", "Deleted"],
} as const satisfies Partial<Record<BatchState, readonly BatchState[]>>;

/** How a batch stands with its backend. `null` in the database: never handed over. Source: docs/reference/states.md, "Submission". */
export const SUBMISSION_STATUSES = [
  "Pending",
  "Delayed",
  "Unknown",
  "Valid",
  "Committed",
  "Invalid",
  "Rejected",
  "Skipped",
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** What a move of a repository batch says about its submission; moves not named leave it alone. */
export const SUBMISSION_AFTER = {
  Processing: "Pending",
  Completed: "Committed",
  Failed: "Invalid",
  Deleted: "Skipped",
} as const satisfies Partial<Record<BatchState, SubmissionStatus>>;

/** May a batch go `from` one state `to` another, moved by the worker or by a person? */
export function canMoveBatch(from: BatchState, to: BatchState, by: Mover): boolean {
  const moves: readonly BatchState[] =
    by === "worker"
      ? BATCH_WORKER_MOVES[from]
      : ((BATCH_PERSON_MOVES as Partial<Record<BatchState, readonly BatchState[]>>)[from] ?? []);
  return moves.includes(to);
}
