import type { LaneAction, Resolution } from "../../core/contracts/lane-requests.ts";
import type { Sentence } from "../../core/contracts/sentence.ts";
import type { LaneBackend } from "../../core/lane/backends.ts";
import { APPLIES_ONCE } from "../../core/ledger/ports.ts";

export type Act = LaneAction["action"];

/** What an act is about. `batch`: how people call it, and what may happen if it is skipped; null: nothing. */
export type ActOn = {
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly batch?:
    | { readonly id: string; readonly name: string; readonly mayStillApply: Sentence | null }
    | undefined;
};

export type ActWords = {
  /** On the button that opens the dialog. */
  readonly button: string;
  readonly title: string;
  /** What it does, and what it does not. */
  readonly description: string;
  /** On the button that does it. */
  readonly verb: string;
  /** Said once it is done. */
  readonly done: string;
};

const TWICE =
  "This ledger may apply the same bytes twice. Send them again only once you know that they were not applied.";
const ONCE = "This ledger applies the same bytes at most once, so sending them again does no harm.";

/** The words of each act on a lane or one of its batches. */
export function actWords(act: Act, { serviceId, backend, batch }: ActOn): ActWords {
  const name = batch?.name ?? serviceId;
  switch (act) {
    case "hold":
      return {
        button: "Hold",
        title: `Hold lane ${name}`,
        description:
          "Nothing is handed over until it is released. What was handed over goes on and is asked about.",
        verb: "Hold the lane",
        done: "The lane is held.",
      };
    case "release":
      return {
        button: "Release",
        title: `Release lane ${name}`,
        description: "Its batches go on in their order. A halt stays.",
        verb: "Release the lane",
        done: "The lane is released.",
      };
    case "halt":
      return {
        button: "Halt",
        title: `Halt lane ${name}`,
        description: "Stops the lane until someone resumes it.",
        verb: "Halt the lane",
        done: "The lane is halted.",
      };
    case "resume":
      return {
        button: "Resume",
        title: `Resume lane ${name}`,
        description:
          "Its batches continue in order. What halted it will halt it again unless it has been fixed.",
        verb: "Resume the lane",
        done: "The lane is resumed.",
      };
    case "ask":
      return {
        button: batch ? "Ask now" : "Ask the ledger now",
        title: batch ? `Ask the ledger about ${name}` : `Ask the ledger of ${name}`,
        description:
          "Asks the ledger at once instead of when the next question is due. Nothing is sent again.",
        verb: "Ask the ledger",
        done: "The ledger is being asked.",
      };
    case "resend":
      return {
        button: "Resend",
        title: `Send ${name} again`,
        description: `The lane sends the same bytes next. ${backend === "repository" || APPLIES_ONCE[backend] ? ONCE : TWICE}`,
        verb: "Send it again",
        done: "It is sent next.",
      };
    case "resolve":
      return {
        button: "Mark resolved",
        title: `Say how ${name} ended`,
        description:
          "For an outcome you found out elsewhere. This cannot be undone: the batch is reported that way, and the lane continues with the next.",
        verb: "Mark it resolved",
        done: "Marked; the lane continues.",
      };
    case "skip":
      return {
        button: "Skip",
        title: `Skip ${name}`,
        description:
          "This cannot be undone: the batch is reported as failed and the lane continues without it.",
        verb: "Skip the batch",
        done: "Skipped; the lane continues.",
      };
  }
}

/** What a form has besides the reason. `isKnown`: the person knows that the batch may still be applied. */
export type Given = {
  readonly batchId?: string | undefined;
  readonly as?: Resolution | undefined;
  readonly isKnown?: boolean;
};

/** The body of the request. */
export function actionOf(
  act: Act,
  reason: string,
  { batchId = "", as = "Committed", isKnown = false }: Given = {},
): LaneAction {
  switch (act) {
    case "ask":
      return { action: act, reason, ...(batchId && { batchId }) };
    case "resolve":
      return { action: act, reason, batchId, as };
    case "skip":
      return { action: act, reason, batchId, ...(isKnown && { even_if_it_may_still_apply: true }) };
    case "resend":
      return { action: act, reason, batchId };
    default:
      return { action: act, reason };
  }
}
