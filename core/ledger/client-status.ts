import type { SubmissionStatus } from "../batch/states.ts";
import type { LedgerBackend, LedgerStatus } from "./ports.ts";

/**
 * What a ledger's client is told about a batch's submission: the ledger's own statuses, with Waybill's own waits as
 * Pending.
 */
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

/**
 * `undefined`: no such batch. Sawtooth writes its statuses in capitals, Splinter does not. Source: Grid's REST API, GET
 * /batch_statuses.
 */
export function clientStatus(backend: LedgerBackend, status: SubmissionStatus | null | undefined): string {
  const told = status === undefined ? "Unknown" : status === null ? "Pending" : TOLD[status];
  return backend === "sawtooth" ? told.toUpperCase() : told;
}

/**
 * Whether a waiting client can be answered. Unknown ids are treated as the ledgers do: Sawtooth waits only while a
 * batch is pending, scabbard until it is Committed or Invalid.
 */
export function isTold(backend: LedgerBackend, status: SubmissionStatus | null | undefined): boolean {
  if (status === undefined) return backend === "sawtooth";
  return status !== null && TOLD[status] !== "Pending" && TOLD[status] !== "Valid";
}
