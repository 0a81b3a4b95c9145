import { doubledMs } from "../doubled.ts";
import type { LaneSettings } from "./settings.ts";

/**
 * The pause before the next try of a submission after the ledger was busy for try number `tries`. `roll` (0 to 1) adds
 * up to a fifth; the pause is never shorter than the ledger asks for.
 */
export function pauseMs(
  { pauseFirstMs, pauseStepMs }: Pick<LaneSettings, "pauseFirstMs" | "pauseStepMs">,
  tries: number,
  { roll, retryAfterMs = 0 }: { readonly roll: number; readonly retryAfterMs?: number | undefined },
): number {
  const base = pauseFirstMs + pauseStepMs * Math.max(0, tries - 1);
  return Math.round(Math.max(base * (1 + roll / 5), retryAfterMs));
}

/** The pause before the ledger is asked again after `checks` polls: `pollFirstMs`, doubling up to `pollMostMs`. */
export function pollMs(
  { pollFirstMs, pollMostMs }: Pick<LaneSettings, "pollFirstMs" | "pollMostMs">,
  checks: number,
): number {
  return doubledMs(pollFirstMs, checks, pollMostMs);
}
