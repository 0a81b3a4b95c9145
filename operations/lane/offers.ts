import { ASKED_STATUSES } from "../../core/batch/states.ts";
import type { LaneBackend } from "../../core/lane/backends.ts";
import { isFinal } from "../../core/lane/facts.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/batches.ts";

/** The facts that decide what a person may do about a batch. */
export type OfferFacts = Pick<
  LaneBatchRow,
  "state" | "submitted" | "status" | "unresolved" | "deadlineAt" | "effectUntil"
>;

/** Whether a call to the ledger is under way, or the batch's jobs are running. */
export function isUnderWay(
  { state, status, submitted, deadlineAt }: OfferFacts,
  backend: LaneBackend,
  now: Date,
): boolean {
  if (deadlineAt !== null && deadlineAt > now) return true;
  const isHandedOver = submitted || status === "Pending";
  return backend === "repository" && isHandedOver && (state === "Processing" || state === "Reporting");
}

/** Whether a finished call to the ledger may still take effect. */
export function mayStillCome({ effectUntil }: OfferFacts, now: Date): boolean {
  return effectUntil !== null && effectUntil > now;
}

/** Whether the ledger can be asked about a batch, because it may have it. */
export function canAsk(batch: OfferFacts, backend: LaneBackend): boolean {
  const { status } = batch;
  return backend !== "repository" && ASKED_STATUSES.some((each) => each === status);
}

/** Whether a person may resend a batch or say how it ended, because nobody knows. */
export function isOpenToDecision(batch: OfferFacts): boolean {
  return !isFinal(batch) && (batch.unresolved || batch.status === "Unknown");
}
