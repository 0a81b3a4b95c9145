import { MOST_PERIOD, type Timing } from "../../core/sequencer/timing.ts";
import type { Log } from "../../lib/log.ts";

/** How old the latest beat may be: with the usual tick there is one every second, and a takeover takes less. */
const LATE_MS = 30_000;
const LOOK_MS = 5_000;
const TELL_MS = 60_000;

const WORDS =
  "this worker knows of no beat of the sequencer for a while: until one can be written, nothing gets a position, and unless the last writer still runs, nothing is swept, no hold ends and no lane is freed";

/**
 * Logs an error, at most once a minute, while the latest beat that this worker knows of is older than 30 s (or 32 ticks, if
 * that is more), or it could not become a node for as long: otherwise nobody would see why nothing is swept. `beatMs`: when
 * that beat was written, by `performance.now()`; `trouble`: why the store did not answer last, if it did not.
 */
export function watchBeats(
  beatMs: () => number | undefined,
  log: Log,
  { tickMs }: Pick<Timing, "tickMs">,
  trouble: () => unknown = () => undefined,
): { stop(): void } {
  const lateMs = Math.max(LATE_MS, 2 * MOST_PERIOD * tickMs);
  let knownMs = performance.now();
  let wasLate = false;
  let toldMs = Number.NEGATIVE_INFINITY;
  const look = () => {
    const nowMs = performance.now();
    knownMs = Math.max(knownMs, beatMs() ?? knownMs);
    const isLate = nowMs - knownMs > lateMs;
    // a process that was stopped has not read the news yet when it goes on
    if (isLate && wasLate && nowMs - toldMs >= TELL_MS) {
      toldMs = nowMs;
      const err = trouble();
      log.error({ seconds: Math.round((nowMs - knownMs) / 1_000), ...(err !== undefined && { err }) }, WORDS);
    }
    if (!isLate) toldMs = Number.NEGATIVE_INFINITY;
    wasLate = isLate;
  };
  const looks = setInterval(look, LOOK_MS);
  return { stop: () => clearInterval(looks) };
}
