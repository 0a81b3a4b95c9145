import type { RetryPolicy } from "./retry.ts";

/** Ten years of 365 days: what a person may mean, and PostgreSQL's times can hold. */
const LONGEST_WAIT_MS = 10 * 365 * 86_400_000;

/** A timer above this fires at once. Source: Node.js, "setTimeout". */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Why a task cannot wait so many ms, as a sentence; undefined: it can. Less than 0 is no wait. */
export function whyNoWait(ms: number): string | undefined {
  if (Number.isFinite(ms) && ms <= LONGEST_WAIT_MS) return undefined;
  return `A task waits a number of ms, ten years (${LONGEST_WAIT_MS}) at most, and not ${ms}.`;
}

/** Why nothing can have so many ms to end in, as a sentence; undefined: it can, or has no such limit. */
export function whyNoTimeout(ms: number | undefined): string | undefined {
  if (ms === undefined || (ms > 0 && ms <= LONGEST_TIMER_MS)) return undefined;
  return `A timeoutMs is above 0 and at most ${LONGEST_TIMER_MS} (24 days), and not ${ms}.`;
}

/** Why nothing can be tried again so, as a sentence; undefined: it can. `maxAttempts` may be Infinity. */
export function whyNoRetry({ maxAttempts = 1, ...pauses }: Partial<RetryPolicy> = {}): string | undefined {
  if (!(maxAttempts >= 1)) return `maxAttempts is 1 or more, and not ${maxAttempts}.`;
  for (const name of ["initialMs", "factor", "maxMs"] as const) {
    const value = pauses[name] ?? 0;
    if (!(value >= 0 && value <= LONGEST_WAIT_MS))
      return `${name} is from 0 to ${LONGEST_WAIT_MS} (ten years in ms), and not ${value}.`;
  }
  return undefined;
}
