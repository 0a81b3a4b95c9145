import type { LaneSettings } from "./settings.ts";

/**
 * Pause before the next try of a submission that met a busy ledger for the `tries`th time: what the seed's lineage
 * waits, up to a fifth longer by `roll` (0 to 1), and never less than the ledger asks for.
 */
export function pauseMs(
  { pauseFirstMs, pauseStepMs }: Pick<LaneSettings, "pauseFirstMs" | "pauseStepMs">,
  tries: number,
  { roll, retryAfterMs = 0 }: { readonly roll: number; readonly retryAfterMs?: number | undefined },
): number {
  const base = pauseFirstMs + pauseStepMs * Math.max(0, tries - 1);
  return Math.round(Math.max(base * (1 + roll / 5), retryAfterMs));
}

/** Pause before the ledger is asked again after `checks` questions: first, doubling, up to most. */
export function pollMs(
  { pollFirstMs, pollMostMs }: Pick<LaneSettings, "pollFirstMs" | "pollMostMs">,
  checks: number,
): number {
  return Math.min(pollMostMs, pollFirstMs * 2 ** Math.min(checks, 20));
}
