import type { Sentence } from "../contracts/sentence.ts";
import { APPLIES_ONCE } from "../ledger/ports.ts";
import { tell, type Words } from "../sentence.ts";
import { clock } from "../time-words.ts";
import type { LaneBackend } from "./backends.ts";
import { type BatchFacts, isFinal } from "./facts.ts";

/** Why a ledger may still apply a batch that its lane gives up. */
export type StillApplies = "call" | "pending" | "valid" | "forgotten" | "untold" | "unasked";

/** A batch as this rule needs it. */
export type StillFacts = Pick<BatchFacts, "state" | "submitted" | "status" | "unresolved"> & {
  readonly acceptedAt: Date | null;
  readonly validSince: Date | null;
  /** Unknown answers in a row since the last call settled. */
  readonly unknownCount: number;
  /** Until when a call with an unknown outcome may still take effect. */
  readonly effectUntil: Date | null;
  /** The outcome of at least one call for it was never learned. */
  readonly wasLost: boolean;
};

/**
 * Why a batch may still be applied, or may have been, if its lane gives it up now; null: it certainly will not be, for
 * example because it never reached its ledger. Where the same bytes may be applied twice, a call with an unknown outcome
 * stays unknown: scabbard's history forgets. Source: docs/reference/lanes.md, "Skipping".
 */
export function mayStillApply(batch: StillFacts, backend: LaneBackend, now: Date): StillApplies | null {
  // a repository batch consists of jobs, which nobody can skip
  if (backend === "repository" || isFinal(batch)) return null;
  const { status, submitted, acceptedAt, validSince, unknownCount, effectUntil, unresolved, wasLost } = batch;
  if ((effectUntil ?? now) > now) return "call";
  if (status === "Pending") return "pending";
  if (status === "Valid" || validSince !== null) return "valid";
  if (acceptedAt !== null) return "forgotten";
  if (unresolved || (!APPLIES_ONCE[backend] && wasLost)) return "untold";
  return status === "Unknown" && !submitted && unknownCount === 0 ? "unasked" : null;
}

const RISK =
  "If it is skipped now, it may still be applied, after batches behind it, and it is reported as failed.";

/** What may happen if a batch is skipped that may still be applied, in sentences. */
export function stillAppliesSentence(
  why: StillApplies,
  { effectUntil }: Pick<StillFacts, "effectUntil">,
  now: Date,
): Sentence {
  return tell`${whyWords(why, effectUntil, now)} ${RISK}`;
}

function whyWords(why: StillApplies, effectUntil: Date | null, now: Date): Words {
  switch (why) {
    case "call":
      return tell`A call for this batch that was cut off may still reach the ledger until ${clock(effectUntil ?? now, now)}.`;
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
