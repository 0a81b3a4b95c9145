import os from "node:os";

/** How far the machine's uptime is ahead of the process's own clock, which started with the process. */
const aheadMs = () => os.uptime() * 1_000 - performance.now();
const AT_FIRST_MS = aheadMs();
/** Uptime has a resolution of a hundredth of a second; a smaller difference than this is not a suspension. */
const LEAST_MS = 1_000;

/**
 * performance.now() plus the time the machine has been suspended since this process started, during which
 * performance.now() and all timers stand still. Deadlines of calls use it, so that a machine that wakes up sends
 * nothing late. It cannot be set. Source: clock_gettime(2), CLOCK_MONOTONIC and CLOCK_BOOTTIME; proc(5), /proc/uptime,
 * which libuv's uv_uptime reads.
 */
export function wakingNow(): number {
  const suspendedMs = aheadMs() - AT_FIRST_MS;
  return performance.now() + (suspendedMs < LEAST_MS ? 0 : suspendedMs);
}
