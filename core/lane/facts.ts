import { BATCH_UNBEGUN, type BatchState, FINAL_STATUSES, type SubmissionStatus } from "../batch/states.ts";
import type { LaneOrdering } from "./orderings.ts";

/** A lane as its queuer sees it. */
export type LaneFacts = {
  readonly ordering: LaneOrdering;
  /** Most batches in flight in an unordered lane. */
  readonly width: number;
  /** Ends at the repository's pipeline, where Delayed says that a batch has not begun: working storage was full. */
  readonly isRepository: boolean;
  readonly isHeld: boolean;
  readonly isHalted: boolean;
  /** The whole intake is held: what has not begun waits. */
  readonly isPaused: boolean;
};

/** A batch as the queuer sees it. `status` null: nothing is known of it at its backend. */
export type BatchFacts = {
  readonly id: string;
  /** The place in the lane. */
  readonly laneSeq: bigint;
  readonly state: BatchState;
  /** The submitter has it. */
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly delayedUntil: Date | null;
};

export function isFinalStatus(status: SubmissionStatus | null): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}

/** Whether the lane is done with a batch. Nothing leaves a final status. */
export function isFinal({ state, status }: Pick<BatchFacts, "state" | "status">): boolean {
  return state === "Deleted" || isFinalStatus(status);
}

/** Whether something has been done with a batch and its end is open: it locks a serial lane, a Held one those behind it. */
export function isLocking(batch: Pick<BatchFacts, "state" | "submitted" | "status">): boolean {
  return !isFinal(batch) && (batch.submitted || batch.status !== null || batch.state === "Held");
}

/** Whether a batch has begun and its end is open. */
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
