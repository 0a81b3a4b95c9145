import type { SubmitAnswer } from "../ledger/ports.ts";
import { pauseMs } from "./pace.ts";
import type { LaneSettings } from "./settings.ts";
import { AT_REST, asAmbiguous, asBefore, type OpenBatch, type SubmissionChange } from "./submission.ts";

/**
 * A batch as it was when queued, except that `tries` includes this try. `isIdempotent`: sending it twice applies it
 * once.
 */
type Sent = Pick<OpenBatch, "status" | "tries"> & { readonly isIdempotent: boolean };

/**
 * The change to a batch after the answer to try number `tries`. `roll`: a random number from 0 to 1, for the pause.
 * Source: docs/reference/lanes.md, "Answers of a ledger".
 */
export function afterAnswer(
  before: Sent,
  answer: SubmitAnswer,
  settings: LaneSettings,
  roll: number,
): SubmissionChange {
  const { message } = answer;
  const { tries } = before;
  switch (answer.kind) {
    case "accepted":
      return { ...AT_REST, submitted: true, status: "Pending", accepted: "now", nextCheckInMs: 0, message };
    case "ambiguous": {
      const retryInMs = before.isIdempotent ? untilNext(tries, answer, settings, roll) : null;
      return asAmbiguous(message, { tries, retryInMs });
    }
    case "busy": {
      const waitMs = untilNext(tries, answer, settings, roll);
      if (tries >= settings.tries) return { ...AT_REST, status: "Delayed", delayedInMs: waitMs, message };
      const { status } = before;
      return { ...AT_REST, submitted: true, status, unknown: "keep", tries, retryInMs: waitMs, message };
    }
    case "rejected": {
      if (answer.about === "lane") return asBefore(before.status, { message, halt: message });
      const halt = settings.afterInvalid === "halt" ? `The ledger refused a batch: ${message}` : null;
      return { ...AT_REST, submitted: true, status: "Rejected", message, halt };
    }
  }
}

/** How long to wait after a try: the pause before the next one, or the delay window after the last one. */
function untilNext(
  tries: number,
  answer: { readonly retryAfterMs?: number },
  settings: LaneSettings,
  roll: number,
): number {
  const retryAfterMs = Math.min(answer.retryAfterMs ?? 0, settings.retryAfterMostMs);
  return tries >= settings.tries
    ? Math.max(settings.delayWindowMs, retryAfterMs)
    : pauseMs(settings, tries, { roll, retryAfterMs });
}
