import type { JobState } from "../job/states.ts";
import { hasEnded } from "../job/states.ts";
import { textOf } from "../sentence.ts";
import type { HoldDecision } from "./decide-batch.ts";
import type { Hold } from "./hold.ts";
import { holdSentence } from "./words.ts";

/** A job as a person's hold on it needs it. */
export type HoldableJob = { readonly state: JobState; readonly hold: Hold | null };

/** Whether a person may hold a job now. Only what has not begun can be stopped. Source: docs/reference/states.md, "Holds". */
export function decideJobHold({ state, hold }: HoldableJob): HoldDecision {
  if (hold) return { kind: "refuse", code: "already_held", message: textOf(holdSentence("The job", hold)) };
  if (state === "Pending") return { kind: "move" };
  if (state === "Held") return { kind: "mark" };
  const message = hasEnded(state)
    ? `The job has ended (${state}): there is nothing to hold.${state === "Failed" ? " It waits until somebody resumes it." : ""}`
    : `The job has begun and is in ${state}: only a Pending one can be held. This one goes on; to stop those of its batch that have not begun, hold the batch.`;
  return { kind: "refuse", code: "not_holdable", message };
}
