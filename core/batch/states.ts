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

/** Moves the worker makes by itself. Failed to UpdateReporting is the profile's automatic update report. */
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

/** Moves that take a person: hold, release, cancel, update report, delete. */
export const BATCH_PERSON_MOVES = {
  Pending: ["Held", "Deleted"],
  Held: ["Processing", "Deleted"],
  Failed: ["UpdateReporting", "Deleted"],
} as const satisfies Partial<Record<BatchState, readonly BatchState[]>>;

/** Ended: nothing more happens by itself, except that a Failed batch may report its re-runs (UpdateReporting). */
export const BATCH_ENDED = ["Completed", "Failed", "Deleted"] as const satisfies readonly BatchState[];

/** States that no move leaves. */
export const BATCH_FINAL = ["Completed", "Deleted"] as const satisfies readonly BatchState[];

/** In line in its lane: batches at earlier places that a batch may have to wait for. */
export const BATCH_IN_LINE = [
  "Pending",
  "Held",
  "Processing",
  "Reporting",
] as const satisfies readonly BatchState[];

/** Not ended. */
export const BATCH_OPEN = [...BATCH_IN_LINE, "UpdateReporting"] as const satisfies readonly BatchState[];

/** A report is being written, the first or an update. */
export const BATCH_REPORTING = ["Reporting", "UpdateReporting"] as const satisfies readonly BatchState[];

/** States a worker acts in. */
export const BATCH_WORKED = ["Processing", ...BATCH_REPORTING] as const satisfies readonly BatchState[];

/** States in which a batch becomes due when its last job ends: for its report, or for an update report. */
export const BATCH_AWAITS_JOBS = ["Processing", "Failed"] as const satisfies readonly BatchState[];

/**
 * States an untouched batch may have. Processing is one because a release, or a refusal caused by the lane's set-up,
 * leaves a batch there.
 */
export const BATCH_UNBEGUN = ["Pending", "Processing"] as const satisfies readonly BatchState[];

/**
 * A batch's standing with its backend. `null` in the database: never handed over. Source: docs/reference/states.md,
 * "Submission".
 */
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

/** Final: the lane is done with the batch, and the status never changes. */
export const FINAL_STATUSES = [
  "Committed",
  "Invalid",
  "Rejected",
  "Skipped",
] as const satisfies readonly SubmissionStatus[];

/** The ledger may have the batch, so it can be asked about it. */
export const ASKED_STATUSES = ["Pending", "Valid", "Unknown"] as const satisfies readonly SubmissionStatus[];

/** How moves of a repository batch change its submission; moves not listed leave it alone. */
export const SUBMISSION_AFTER = {
  Processing: "Pending",
  Completed: "Committed",
  Failed: "Invalid",
  Deleted: "Skipped",
} as const satisfies Partial<Record<BatchState, SubmissionStatus>>;

/** May a batch go `from` one state `to` another, moved by the worker or by a person? */
export function canMoveBatch(from: BatchState, to: BatchState, by: Mover): boolean {
  const moves: Partial<Record<BatchState, readonly BatchState[]>> =
    by === "worker" ? BATCH_WORKER_MOVES : BATCH_PERSON_MOVES;
  return moves[from]?.includes(to) ?? false;
}
