import type { BatchState, SubmissionStatus } from "../batch/states.ts";
import { forgottenSentence } from "./forgotten.ts";

/** A batch's standing at its ledger, for the sentence that answers "where is it?". */
export type AtLedger = {
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly forgottenCount: number;
};

const ENDED = {
  Committed: "The ledger has committed it",
  Invalid: "The ledger found it invalid",
  Rejected: "The ledger refused it",
  Skipped: "An operator skipped it",
} as const;

const OPEN = {
  Pending: "The ledger has it and has not decided yet.",
  Valid: "The ledger has executed it and not committed it yet.",
  Delayed: "The ledger is busy: Waybill hands the batch over again soon.",
  Unknown: "The ledger does not know it: Waybill asks again before it resends anything.",
} as const;

/** Where a signed batch is once its lane has begun it. */
export function whereAtLedger(state: BatchState, at: AtLedger): string {
  const where = whereNow(state, at);
  return at.forgottenCount === 0 ? where : `${where} ${forgottenSentence(at.forgottenCount)}`;
}

function whereNow(state: BatchState, { status, unresolved }: AtLedger): string {
  if (unresolved) return "Nobody can tell whether the ledger applied it: an operator has to decide.";
  switch (status) {
    case null:
      return "It is being handed to the ledger.";
    case "Committed":
    case "Invalid":
    case "Rejected":
    case "Skipped":
      return after(state, ENDED[status]);
    default:
      return OPEN[status];
  }
}

function after(state: BatchState, sentence: string): string {
  if (state === "Reporting") return `${sentence}; the report is being written.`;
  return state === "Failed" ? `${sentence}: see what to do.` : `${sentence}.`;
}
