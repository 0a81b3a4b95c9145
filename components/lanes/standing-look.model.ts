import type { LaneBatchView } from "../../core/contracts/lane-views.ts";
import { BATCH_LOOKS } from "../state/batch.model.ts";
import type { StateLook } from "../state/families.model.ts";
import { SUBMISSION_LOOKS } from "../state/submission.model.ts";

type Standing = Pick<LaneBatchView, "state" | "status" | "submitted" | "unresolved" | "call">;

const UNRESOLVED: StateLook = {
  family: "person",
  word: "Unresolved",
  icon: "question",
  sentence: "Nobody can tell whether the ledger applied it; a person decides.",
};
const SUBMITTING: StateLook = {
  family: "moving",
  word: "Submitting",
  icon: "refresh",
  sentence: "It is being handed over, or waits for its next try.",
};
const WAITING: StateLook = {
  family: "waiting",
  word: "Waiting",
  icon: "clock",
  sentence: "Waits for the batches before it in its lane.",
};

/** How a batch stands in its lane, as a badge. */
export function standingLook({ state, status, submitted, unresolved, call }: Standing): StateLook {
  if (unresolved) return UNRESOLVED;
  if (state === "Held") return BATCH_LOOKS.Held;
  if (call || (submitted && (status === null || status === "Delayed" || status === "Unknown")))
    return SUBMITTING;
  if (status) return SUBMISSION_LOOKS[status];
  return state === "Pending" || state === "Processing" ? WAITING : BATCH_LOOKS[state];
}
