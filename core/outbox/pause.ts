import { doubledMs } from "../doubled.ts";

/** Longest pause between two tries to deliver something of the outbox. */
const MOST_PAUSE_MS = 6 * 60 * 60 * 1000;

/**
 * Pause before the next try of a mail or callback: `firstMs` after the first failed try, doubling, at most six hours, less
 * up to half of it by chance so that many do not come back at once.
 * @param failedTries from 1
 * @param chance in [0, 1)
 */
export function pauseBeforeTryMs(failedTries: number, firstMs: number, chance: number): number {
  const full = doubledMs(firstMs, failedTries - 1, MOST_PAUSE_MS);
  return Math.round(full * (1 - chance / 2));
}
