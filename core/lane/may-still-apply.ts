import { clock } from "../time-words.ts";
import type { LaneBackend } from "./backends.ts";
import { type BatchFacts, isFinal } from "./facts.ts";

/** Why a ledger may apply a batch although its lane drops it. */
export type StillApplies = "call" | "pending" | "valid" | "forgotten" | "untold" | "unasked";

/** A batch as this rule needs it. */
export type StillFacts = Pick<BatchFacts, "state" | "submitted" | "status" | "unresolved"> & {
  readonly acceptedAt: Date | null;
  readonly validSince: Date | null;
  /** Unknown answers in a row since the last call has settled. */
  readonly unknownCount: number;
  /** Until when a call may still have an effect that nobody knows the outcome of. */
  readonly effectUntil: Date | null;
  /** Of some call of it nobody ever knew what came of it. */
  readonly wasLost: boolean;
};

/**
 * Whether a batch may still be applied, or may have been, if its lane is done with it now; null: certainly not. A batch
 * that never reached its ledger will not be. On scabbard a call whose outcome was never known stays so: its history
 * forgets.
 * Source: docs/reference/lanes.md, "Skipping".
 */
export function mayStillApply(batch: StillFacts, backend: LaneBackend, now: Date): StillApplies | null {
  // what the repository has of a batch are jobs, which nobody can skip
  if (backend === "repository" || isFinal(batch)) return null;
  const { status, submitted, acceptedAt, validSince, unknownCount, effectUntil, unresolved, wasLost } = batch;
  if (effectUntil !== null && effectUntil > now) return "call";
  if (status === "Pending") return "pending";
  if (status === "Valid" || (status === "Unknown" && validSince !== null)) return "valid";
  if (acceptedAt !== null) return "forgotten";
  if (unresolved || (backend === "scabbard" && wasLost)) return "untold";
  return status === "Unknown" && !submitted && unknownCount === 0 ? "unasked" : null;
}

const RISK =
  "If it is skipped now, it may still be applied, after batches behind it, and it is reported as failed.";

/** What may happen when a batch is skipped that may still be applied, in sentences. Times are UTC. */
export function stillAppliesSentence(
  why: StillApplies,
  { effectUntil }: Pick<StillFacts, "effectUntil">,
  now: Date,
): string {
  return `${whyWords(why, effectUntil, now)} ${RISK}`;
}

function whyWords(why: StillApplies, effectUntil: Date | null, now: Date): string {
  switch (why) {
    case "call":
      return `A call for this batch that was cut off may still reach the ledger until ${clock(effectUntil ?? now, now)}.`;
    case "pending":
      return "The ledger has this batch and has not decided yet.";
    case "valid":
      return "The ledger found this batch valid and may still commit it.";
    case "forgotten":
      return "The ledger took this batch and no longer knows it; another node may still have it.";
    case "untold":
      return "Nobody can tell whether the ledger has applied this batch.";
    case "unasked":
      return "The ledger has not said yet whether it has this batch.";
  }
}
