import type { SubmissionStatus } from "../batch/states.ts";
import type { InvalidTransaction } from "../ledger/ports.ts";
import type { BatchFacts } from "./facts.ts";

/**
 * A batch that locks its lane, with the facts its submitter and monitor need. All times are by the database's clock.
 */
export type OpenBatch = Omit<BatchFacts, "hasPosition"> & {
  readonly tries: number;
  readonly retryAt: Date | null;
  readonly acceptedAt: Date | null;
  /** Since when its ledger has reported it as Valid; kept while it is Unknown for that reason. */
  readonly validSince: Date | null;
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  readonly unknownSince: Date | null;
  readonly unknownCount: number;
  /** How often the ledger took it and later no longer knew it. */
  readonly forgottenCount: number;
  /** A call without a recorded answer. It is cut off at `deadlineAt`. */
  readonly openAttempt: { readonly id: string; readonly deadlineAt: Date } | null;
  /** Until when a call with an unknown outcome may still take effect; null or past: none can. */
  readonly effectUntil: Date | null;
  /** The id its ledger knows it by; null in a repository lane. */
  readonly ledgerId: string | null;
};

/** The batch a poll of the ledger is about. */
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

/** What changes in a batch's submission after something was learned. Times count from the database's clock. */
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
  /** The ledger had it and has forgotten it: add one to the count. */
  readonly forgotten: boolean;
  /** When the ledger accepted it; cleared once it has been sent again without a reliable answer. */
  readonly accepted: "keep" | "now" | "clear";
  readonly valid: "keep" | "since_now" | "clear";
  /** The transactions its ledger found invalid; null: none are known. */
  readonly invalid: readonly InvalidTransaction[] | null;
  /** The ledger's message; null: none, and the earlier one stays. */
  readonly message: string | null;
  /** Why the whole lane halts; null: it does not. */
  readonly halt: string | null;
};

/** Nothing known, nothing due: the base that every change builds on. */
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

/** Nobody knows whether the ledger has the batch: the ledger is asked at once, before anything is sent again. */
export function asUnknown(message: string | null): SubmissionChange {
  return { ...AT_REST, status: "Unknown", unknown: "since_now", nextCheckInMs: 0, message };
}

/** Try number `tries` was sent and may have been accepted. `retryInMs`: the earliest time to send it again. */
export function asAmbiguous(
  message: string,
  { tries, retryInMs }: Pick<SubmissionChange, "tries" | "retryInMs">,
): SubmissionChange {
  return { ...asUnknown(message), accepted: "clear", tries, retryInMs };
}

/**
 * It was not sent after all: it stands as it did before it was queued, and is queued or polled again as soon as its
 * lane goes on.
 */
export function asBefore(
  status: SubmissionStatus | null,
  { message, halt }: Pick<SubmissionChange, "message" | "halt">,
): SubmissionChange {
  const delayedInMs = status === "Delayed" ? 0 : null;
  const nextCheckInMs = status === "Unknown" ? 0 : null;
  return { ...AT_REST, status, unknown: "keep", delayedInMs, nextCheckInMs, message, halt };
}
