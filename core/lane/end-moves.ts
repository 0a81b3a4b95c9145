import type { SubmissionStatus } from "../batch/states.ts";
import type { SubmissionChange } from "./submission.ts";

const FAULTS: Partial<Record<SubmissionStatus, "ledger_invalid" | "ledger_rejected" | "skipped">> = {
  Invalid: "ledger_invalid",
  Rejected: "ledger_rejected",
  Skipped: "skipped",
};

/**
 * The moves, in order, of a ledger batch whose submission is final: to Reporting, and straight on to its end when the
 * report has no recipients, since it would only repeat the batch's page. The batch fails unless it is Committed.
 * Source: docs/reference/states.md, "Batch".
 */
export function endMoves(
  { status, message }: Pick<SubmissionChange, "status" | "message">,
  isSilent: boolean,
) {
  const code = status && FAULTS[status];
  const fault = code && { code, message: message ?? "The ledger gave no reason." };
  const report = { from: "Processing", to: "Reporting", by: "worker", ...(fault && { fault }) } as const;
  const end = { from: "Reporting", to: fault ? "Failed" : "Completed", by: "worker" } as const;
  return isSilent ? ([report, end] as const) : ([report] as const);
}
