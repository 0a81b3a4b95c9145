import type { SubmissionStatus } from "../batch/states.ts";
import type { LedgerBackend, LedgerStatus } from "./ports.ts";

/** What a client of a ledger is told of a batch's submission: in its ledger's words, Waybill's own waits as Pending. */
const TOLD = {
  Pending: "Pending",
  Delayed: "Pending",
  Unknown: "Pending",
  Valid: "Valid",
  Committed: "Committed",
  Invalid: "Invalid",
  Rejected: "Invalid",
  Skipped: "Invalid",
} as const satisfies Record<SubmissionStatus, LedgerStatus>;

/** `undefined`: there is no such batch. Sawtooth writes its statuses in capitals, Splinter does not. Source: Grid's REST API, GET /batch_statuses. */
export function clientStatus(backend: LedgerBackend, status: SubmissionStatus | null | undefined): string {
  const told = status === undefined ? "Unknown" : status === null ? "Pending" : TOLD[status];
  return backend === "sawtooth" ? told.toUpperCase() : told;
}

/**
 * Whether a client that waits has waited long enough. An id nobody knows is waited for as the ledgers do: Sawtooth waits
 * for what is pending alone, scabbard for what is Committed or Invalid.
 */
export function isTold(backend: LedgerBackend, status: SubmissionStatus | null | undefined): boolean {
  if (status === undefined) return backend === "sawtooth";
  return status !== null && TOLD[status] !== "Pending" && TOLD[status] !== "Valid";
}
