import type { SubmitAnswer } from "../ledger/ports.ts";
import { pauseMs } from "./pace.ts";
import type { LaneSettings } from "./settings.ts";
import { AT_REST, asAmbiguous, asBefore, type OpenBatch, type SubmissionChange } from "./submission.ts";

/**
 * How a batch stands after an answer to its `tries`th try. `before`: its status when it was queued. `roll`: chance,
 * 0 to 1, for the pause. Source: docs/reference/lanes.md, "Answers of a ledger".
 */
export function afterAnswer(
  before: Pick<OpenBatch, "status" | "tries">,
  answer: SubmitAnswer,
  settings: LaneSettings,
  roll: number,
): SubmissionChange {
  const { message } = answer;
  switch (answer.kind) {
    case "accepted":
      return { ...AT_REST, submitted: true, status: "Pending", accepted: "now", nextCheckInMs: 0, message };
    case "ambiguous":
      return asAmbiguous(message);
    case "busy": {
      const { tries } = before;
      const retryAfterMs = Math.min(answer.retryAfterMs ?? 0, settings.retryAfterMostMs);
      if (tries >= settings.tries) {
        const delayedInMs = Math.max(settings.delayWindowMs, retryAfterMs);
        return { ...AT_REST, status: "Delayed", delayedInMs, message };
      }
      const retryInMs = pauseMs(settings, tries, { roll, retryAfterMs });
      return {
        ...AT_REST,
        submitted: true,
        status: before.status,
        unknown: "keep",
        tries,
        retryInMs,
        message,
      };
    }
    case "rejected": {
      if (answer.about === "lane") return asBefore(before.status, { message, halt: message });
      const halt = settings.afterInvalid === "halt" ? `The ledger refused a batch: ${message}` : null;
      return { ...AT_REST, submitted: true, status: "Rejected", message, halt };
    }
  }
}
