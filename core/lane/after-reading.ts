import type { StatusReading } from "../ledger/ports.ts";
import { count } from "../sentence.ts";
import { pollMs } from "./pace.ts";
import type { LaneSettings } from "./settings.ts";
import { type AskedBatch, AT_REST, asUnknown, type SubmissionChange } from "./submission.ts";

/**
 * The change to a batch after the ledger reported its status. A ledger that no longer knows an accepted batch is
 * believed only after the grace time and `graceAnswers` such answers in a row. An Unknown batch stays Unknown until the
 * ledger knows it. Nothing here sends a batch again. Source: docs/reference/lanes.md, "Asking the ledger".
 */
export function afterReading(
  batch: AskedBatch,
  { status, message: words, invalid }: Pick<StatusReading, "status" | "message" | "invalid">,
  settings: LaneSettings,
  now: Date,
): SubmissionChange {
  const message = words === "" ? null : words;
  const same = batch.status === status;
  const asked = askedAgain(same ? batch.checks : 0, settings);
  // the answer to the submission was lost, or its worker died: only now is it known that the ledger accepted the batch
  const accepted = batch.acceptedAt === null ? "now" : "keep";
  switch (status) {
    case "Committed":
      return { ...AT_REST, submitted: true, status, message };
    case "Invalid": {
      const halt = settings.afterInvalid === "halt" ? `The ledger found a batch invalid: ${words}` : null;
      return { ...AT_REST, submitted: true, status, message, invalid, halt };
    }
    case "Pending":
      return { ...AT_REST, submitted: true, status, accepted, ...asked, message };
    case "Valid": {
      if (isOver(batch.validSince, settings.stuckValidMs, now)) return stuckValid(batch, message, settings);
      const valid = batch.validSince === null ? "since_now" : "keep";
      return { ...AT_REST, submitted: true, status, accepted, valid, ...asked, message };
    }
    case "Unknown":
      return unknown(batch, settings, now);
  }
}

/**
 * A batch the ledger has reported as Valid for too long becomes Unknown, so that a person can decide, and stays Unknown
 * while the ledger still says Valid. `validSince` distinguishes it from other Unknown batches.
 */
function stuckValid(batch: AskedBatch, message: string | null, settings: LaneSettings): SubmissionChange {
  const { unresolved, checks } = batch;
  if (batch.status !== "Unknown") return { ...asUnknown(message), ...askedAgain(0, settings), valid: "keep" };
  return {
    ...AT_REST,
    ...askedAgain(checks, settings),
    status: "Unknown",
    unresolved,
    unknown: "keep",
    valid: "keep",
    message,
  };
}

function unknown(batch: AskedBatch, settings: LaneSettings, now: Date): SubmissionChange {
  // while a call may still arrive, a ledger that does not know the batch proves nothing
  const mayCome = (batch.effectUntil ?? now) > now;
  const unknownCount = mayCome ? 0 : batch.unknownCount + 1;
  const asked = { ...askedAgain(batch.checks, settings), unknownCount };
  const { status, unresolved } = batch;
  if (status === "Unknown") {
    const { tries } = batch;
    const same = {
      ...AT_REST,
      ...asked,
      status,
      unresolved,
      unknown: "keep",
      tries,
      retryInMs: "keep",
    } as const;
    // the batch became Unknown because the ledger said Valid for too long; now the ledger has forgotten it
    return batch.validSince === null ? same : { ...same, ...forget(batch, settings) };
  }
  const isGone = unknownCount >= settings.graceAnswers && isOver(batch.acceptedAt, settings.graceMs, now);
  if (isGone) return { ...asUnknown("The ledger no longer knows this batch."), ...forget(batch, settings) };
  return { ...AT_REST, ...asked, submitted: true, status, unknown: "keep", valid: "keep" };
}

/** Counts one more time that the ledger forgot this batch; every `haltAfterForgotten` times the lane halts. */
function forget({ forgottenCount }: AskedBatch, { haltAfterForgotten }: LaneSettings) {
  const times = forgottenCount + 1;
  const halt =
    times % haltAfterForgotten === 0
      ? `The ledger has taken a batch and forgotten it ${count(times)} ${times === 1 ? "time" : "times"}.`
      : null;
  return { forgotten: true, halt } as const;
}

/** The next poll, after `before` earlier answers with the same status. */
function askedAgain(before: number, settings: LaneSettings) {
  return { checks: before + 1, nextCheckInMs: pollMs(settings, before) };
}

function isOver(since: Date | null, ms: number, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= ms;
}

/** The change to a batch after its ledger gave no answer: none, but the next poll comes at the slowest pace. */
export function afterSilence(
  batch: AskedBatch,
  message: string,
  { pollMostMs }: LaneSettings,
): SubmissionChange {
  const { submitted, status, unresolved, unknownCount, tries, checks } = batch;
  return {
    ...AT_REST,
    submitted,
    status,
    unresolved,
    unknown: "keep",
    unknownCount,
    valid: "keep",
    tries,
    retryInMs: "keep",
    checks,
    nextCheckInMs: pollMostMs,
    message,
  };
}
