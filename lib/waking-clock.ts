import os from "node:os";

/** How much later the machine's time since its start is than the process's own clock, which began with the process. */
const aheadMs = () => os.uptime() * 1_000 - performance.now();
const AT_FIRST_MS = aheadMs();
/** The time since the start is told to a hundredth of a second; less than this is no suspension. */
const LEAST_MS = 1_000;

/**
 * performance.now(), and the time the machine was suspended for since this process began: the clock behind
 * performance.now() and all timers stands still meanwhile. Deadlines of calls count by it, so that a machine that wakes up
 * sends nothing late. Nobody can set it. Source: clock_gettime(2), CLOCK_MONOTONIC and CLOCK_BOOTTIME; proc(5),
 * /proc/uptime, which libuv's uv_uptime reads.
 */
export function wakingNow(): number {
  const suspendedMs = aheadMs() - AT_FIRST_MS;
  return performance.now() + (suspendedMs < LEAST_MS ? 0 : suspendedMs);
}
