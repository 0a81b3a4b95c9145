import { BATCH_UNBEGUN, type BatchState, FINAL_STATUSES, type SubmissionStatus } from "../batch/states.ts";
import type { LaneOrdering } from "./orderings.ts";
import type { LaneSettings } from "./settings.ts";

/** A lane as the queuer sees it. */
export type LaneFacts = {
  readonly ordering: LaneOrdering;
  /** The most batches in flight at a time, in an unordered lane. */
  readonly width: number;
  readonly startsWhen: LaneSettings["startsWhen"];
  /**
   * The backend is the repository's pipeline. There, Delayed means that the batch has not begun because working storage
   * was full.
   */
  readonly isRepository: boolean;
  readonly isHeld: boolean;
  readonly isHalted: boolean;
  /** The whole intake is held: batches that have not begun wait. */
  readonly isPaused: boolean;
};

/** A batch as the queuer sees it. `status` null: its backend has not reported anything about it. */
export type BatchFacts = {
  readonly id: string;
  /** Its place in the lane. */
  readonly laneSeq: bigint;
  readonly state: BatchState;
  /** The submitter has it. */
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly delayedUntil: Date | null;
  /** It has its position in the order of everything. */
  readonly hasPosition: boolean;
};

export function isFinalStatus(status: SubmissionStatus | null): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}

/** Whether the lane is done with a batch. A final status never changes. */
export function isFinal({ state, status }: Pick<BatchFacts, "state" | "status">): boolean {
  return state === "Deleted" || isFinalStatus(status);
}

/**
 * Whether a batch has been touched and has not ended. Such a batch locks a serial lane; if it is Held, it blocks those
 * behind it.
 */
export function isLocking(batch: Pick<BatchFacts, "state" | "submitted" | "status">): boolean {
  return !isFinal(batch) && (batch.submitted || batch.status !== null || batch.state === "Held");
}

/** Whether a batch has begun and has not ended. */
export function isInFlight(batch: Pick<BatchFacts, "state" | "submitted" | "status">): boolean {
  return isLocking(batch) && batch.state !== "Held";
}

/** Whether nobody has done anything with a batch yet. */
export function isUntouched({
  state,
  submitted,
  status,
}: Pick<BatchFacts, "state" | "submitted" | "status">): boolean {
  return !submitted && status === null && BATCH_UNBEGUN.some((each) => each === state);
}
