import { SUBMISSION_STATUSES } from "../batch/states.ts";
import type { How, Queued } from "./head.ts";
import type { LaneSettings } from "./settings.ts";
import type { OpenBatch } from "./submission.ts";

/** One thing a lane's worker does now. */
export type Act =
  /** Hand the batch over, or try again while the submitter has it. */
  | { readonly kind: "submit"; readonly batchId: string; readonly how: How | "retry" }
  | { readonly kind: "ask"; readonly batchIds: readonly string[] }
  /** No answer was recorded before the call was cut off: the batch becomes Unknown, and the ledger is asked. */
  | { readonly kind: "lose"; readonly batchId: string; readonly attemptId: string }
  /** All tries used up without a reliable answer, and the ledger does not have it: the batch is Delayed. */
  | { readonly kind: "delay"; readonly batchId: string }
  /** Sending it again might apply it twice, and the ledger cannot tell: a person decides. */
  | { readonly kind: "give_up"; readonly batchId: string };

/** What a lane's worker does now, and when it must look again if nothing happens before; `wakeAt` null: it need not. */
export type Turn = { readonly acts: readonly Act[]; readonly wakeAt: Date | null };

export type TurnFacts = {
  readonly open: readonly OpenBatch[];
  /** The batches the queuer allows. */
  readonly queued: readonly Queued[];
  /** Whether the backend takes the same bytes twice without harm. */
  readonly isIdempotent: boolean;
  /** The lane is not stopped. Batches already sent are polled even if it is. */
  readonly maySend: boolean;
  readonly settings: LaneSettings;
  readonly now: Date;
};

/** What comes next for one batch, and when. `look`: the queuer may allow it by then. */
type Next = { readonly at: Date | null; readonly act: Act | "ask" | "look" };

/**
 * What comes next in a lane. Old calls must be over before the ledger is asked. The ledger is asked before anything is
 * sent again, and nothing is sent again while an old call may still take effect (after-reading.ts counts no Unknown
 * until then). Only batches the queuer allows are sent. Source: docs/reference/lanes.md, "A turn".
 */
export function decideTurn(facts: TurnFacts): Turn {
  const { now, open, queued } = facts;
  const next = open.flatMap((batch) => {
    const { at, act } = nextOf(batch, facts);
    return at === null ? [] : [{ batchId: batch.id, at, act }];
  });
  const due = next.filter(({ at }) => at <= now);
  const asks = due.filter(({ act }) => act === "ask").map(({ batchId }) => batchId);
  const fresh = queued.filter(({ how }) => how !== "unknown");
  return {
    acts: [
      ...due.flatMap(({ act }) => (typeof act === "string" ? [] : [act])),
      ...(asks.length > 0 ? [{ kind: "ask", batchIds: asks } as const] : []),
      ...fresh.map((one) => ({ kind: "submit", ...one }) as const),
    ],
    wakeAt: earliest(next.filter(({ at }) => at > now).map(({ at }) => at)),
  };
}

/** For a status written by a newer version: that version knows what to do, and gets the lane back after this time. */
const STAND_DOWN_MS = 5_000;

function nextOf(batch: OpenBatch, facts: TurnFacts): Next {
  const { id: batchId, openAttempt, status } = batch;
  if (status !== null && !SUBMISSION_STATUSES.includes(status))
    return { at: new Date(facts.now.getTime() + STAND_DOWN_MS), act: "look" };
  if (openAttempt)
    return { at: openAttempt.deadlineAt, act: { kind: "lose", batchId, attemptId: openAttempt.id } };
  if (status === "Pending" || status === "Valid") return { at: batch.nextCheckAt, act: "ask" };
  if (batch.submitted) {
    const at = facts.maySend ? (batch.retryAt ?? facts.now) : null;
    return { at, act: { kind: "submit", batchId, how: "retry" } };
  }
  if (status === "Unknown") return afterUnknown(batch, facts);
  return { at: batch.delayedUntil, act: "look" };
}

/**
 * An Unknown batch: poll it, send it again once the ledger has said that it does not know it, or leave it to a person.
 */
function afterUnknown(batch: OpenBatch, facts: TurnFacts): Next {
  const { isIdempotent, settings, now } = facts;
  const { id: batchId, unknownCount, unknownSince, unresolved } = batch;
  const ask = { at: batch.nextCheckAt, act: "ask" } as const;
  if (unresolved || unknownCount === 0) return ask;
  if (isIdempotent) return sentAgain(batch, facts);
  const waitedMs = unknownSince ? now.getTime() - unknownSince.getTime() : 0;
  const isSure = unknownCount >= settings.graceAnswers && waitedMs >= settings.graceMs;
  return isSure ? { at: now, act: { kind: "give_up", batchId } } : ask;
}

/**
 * A batch the ledger does not know and that can safely be sent twice. It is polled during the pause before the next
 * try.
 */
function sentAgain({ id: batchId, tries, retryAt, nextCheckAt }: OpenBatch, facts: TurnFacts): Next {
  const { settings, now, queued } = facts;
  if (tries >= settings.tries) return { at: now, act: { kind: "delay", batchId } };
  const ask = { at: nextCheckAt, act: "ask" } as const;
  if (!queued.some((one) => one.batchId === batchId)) return ask;
  const sendAt = retryAt ?? now;
  if (sendAt <= now) return { at: now, act: { kind: "submit", batchId, how: "unknown" } };
  return nextCheckAt !== null && nextCheckAt < sendAt ? ask : { at: sendAt, act: "look" };
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}
