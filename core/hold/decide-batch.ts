import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import { textOf } from "../sentence.ts";
import type { Hold } from "./hold.ts";
import { holdSentence } from "./words.ts";

/** A batch as a person's hold on it needs it. */
export type HoldableBatch = {
  readonly state: BatchState;
  /** For a ledger, with no jobs. */
  readonly isLedgers: boolean;
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  /** A person's hold on the batch itself. */
  readonly hold: Hold | null;
};

/** What placing a hold does: the batch goes to Held, only its jobs that have not begun are stopped, or it is refused. */
export type HoldDecision =
  | { readonly kind: "move" | "mark" }
  | { readonly kind: "refuse"; readonly code: "already_held" | "not_holdable"; readonly message: string };

const no = (message: string): HoldDecision => ({ kind: "refuse", code: "not_holdable", message });

/**
 * Whether a person may hold a batch now, and what that means. Source: docs/reference/states.md, "Holds".
 */
export function decideBatchHold(batch: HoldableBatch): HoldDecision {
  const { state, isLedgers, submitted, status, hold } = batch;
  if (hold) return { kind: "refuse", code: "already_held", message: textOf(holdSentence("The batch", hold)) };
  switch (state) {
    case "Held":
      return { kind: "mark" };
    case "Pending":
      return submitted ? no("The batch is being handed over at this moment. Look again.") : { kind: "move" };
    case "Processing":
      if (!isLedgers) return { kind: "mark" };
      return !submitted && status === null
        ? no("The batch is past Pending and waits for its turn. Hold its lane: nothing of it is sent then.")
        : no(
            "The batch was begun, and the ledger may have it: only one that has not been sent can be held. Hold its lane to stop those behind it.",
          );
    case "Reporting":
    case "UpdateReporting":
      return no("All jobs of the batch have ended and its report is being made: there is nothing to hold.");
    case "Completed":
    case "Failed":
    case "Deleted":
      return no(
        `The batch has ended (${state}): there is nothing to hold. Jobs that failed wait until somebody resumes them.`,
      );
  }
}
