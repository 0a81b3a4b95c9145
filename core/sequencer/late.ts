/** A beat is late when this many of its periods have passed: others would have taken over long before. */
const LATE_PERIODS = 4;
const LEAST_LATE_MS = 5_000;

/** The latest beat as far as its lateness depends on it. `period`: in ticks, until its writer's next one. */
type Aged = { readonly ageMs: number; readonly period: number };

/** Whether nobody gives positions any more, judging by the latest beat, of whatever store. */
export function isLate({ ageMs, period }: Aged, tickMs: number): boolean {
  return ageMs > Math.max(LEAST_LATE_MS, LATE_PERIODS * period * tickMs);
}
