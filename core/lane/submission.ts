import type { SubmissionStatus } from "../batch/states.ts";
import type { InvalidTransaction } from "../ledger/ports.ts";
import type { BatchFacts } from "./facts.ts";

/** A batch that locks its lane, with what its submitter and monitor have to know. All times are the database's. */
export type OpenBatch = BatchFacts & {
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly acceptedAt: Date | null;
  /** Since when its ledger says Valid of it; kept while it is Unknown for that. */
  readonly validSince: Date | null;
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  readonly unknownSince: Date | null;
  readonly unknownCount: number;
  /** How often the ledger took it and then did not know it any more. */
  readonly forgottenCount: number;
  /** A call of which no answer is recorded. It is cut off at `deadlineAt`. */
  readonly openAttempt: { readonly id: string; readonly deadlineAt: Date } | null;
  /** Until when a call may still have an effect that nobody knows the outcome of; null or past: none may. */
  readonly effectUntil: Date | null;
  /** By which its ledger knows it; null on a repository lane. */
  readonly ledgerId: string | null;
};

/** What a question to the ledger is about. */
export type AskedBatch = Pick<
  OpenBatch,
  | "id"
  | "ledgerId"
  | "submitted"
  | "status"
  | "unresolved"
  | "tries"
  | "checks"
  | "acceptedAt"
  | "validSince"
  | "unknownCount"
  | "effectUntil"
  | "forgottenCount"
>;

/** How a batch stands with its backend after something was learned. Times count from the database's clock. */
export type SubmissionChange = {
  readonly submitted: boolean;
  readonly status: SubmissionStatus | null;
  readonly unresolved: boolean;
  readonly tries: number;
  readonly retryInMs: number | "keep" | null;
  /** `until_retry`: until the next try would have been due. */
  readonly delayedInMs: number | "until_retry" | null;
  readonly nextCheckInMs: number | null;
  readonly checks: number;
  readonly unknown: "keep" | "since_now" | "clear";
  readonly unknownCount: number;
  /** The ledger had it and has forgotten it: counted once more. */
  readonly forgotten: boolean;
  /** When the ledger took it; cleared once it was sent anew without an answer to rely on. */
  readonly accepted: "keep" | "now" | "clear";
  readonly valid: "keep" | "since_now" | "clear";
  /** The transactions its ledger found invalid; null: nothing is known of any. */
  readonly invalid: readonly InvalidTransaction[] | null;
  /** The ledger's words; null: none, what it said before stands. */
  readonly message: string | null;
  /** Why the whole lane stops. */
  readonly halt: string | null;
};

/** Nothing known, nothing due: what changes are written on top of. */
export const AT_REST = {
  submitted: false,
  status: null,
  unresolved: false,
  tries: 0,
  retryInMs: null,
  delayedInMs: null,
  nextCheckInMs: null,
  checks: 0,
  unknown: "clear",
  unknownCount: 0,
  forgotten: false,
  accepted: "keep",
  valid: "clear",
  message: null,
  invalid: null,
  halt: null,
} as const satisfies SubmissionChange;

/** Nobody knows whether the ledger has it: it is asked, at once, before anything is sent again. */
export function asUnknown(message: string | null): SubmissionChange {
  return { ...AT_REST, status: "Unknown", unknown: "since_now", nextCheckInMs: 0, message };
}

/** It was sent for the `tries`th time, and may have been accepted. `retryInMs`: sent again then at the earliest. */
export function asAmbiguous(
  message: string,
  { tries, retryInMs }: Pick<SubmissionChange, "tries" | "retryInMs">,
): SubmissionChange {
  return { ...asUnknown(message), accepted: "clear", tries, retryInMs };
}

/**
 * Nothing came of sending it: it stands as before it was queued, and is queued or asked about again as soon as its lane
 * goes on.
 */
export function asBefore(
  status: SubmissionStatus | null,
  { message, halt }: Pick<SubmissionChange, "message" | "halt">,
): SubmissionChange {
  const delayedInMs = status === "Delayed" ? 0 : null;
  const nextCheckInMs = status === "Unknown" ? 0 : null;
  return { ...AT_REST, status, unknown: "keep", delayedInMs, nextCheckInMs, message, halt };
}
