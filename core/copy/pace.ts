/**
 * How long to wait before reading on, in ms, so that a reading never runs ahead of its rate: `bytes` have been read in
 * `elapsedMs`. 0: at once.
 */
export function paceMs(bytes: number, elapsedMs: number, bytesPerSecond: number): number {
  return Math.max(0, Math.ceil((bytes / bytesPerSecond) * 1_000 - elapsedMs));
}

/** What was not read while a disk or a server let one wait is made up for, but not more than this. */
const MOST_CREDIT_MS = 30_000;

/** A reading that keeps to a rate. @returns after each piece, the ms to wait (`paceMs`); `nowMs` never goes back */
export function pacer(bytesPerSecond: number, beganMs: number): (bytes: number, nowMs: number) => number {
  let began = beganMs;
  let read = 0;
  return (bytes, nowMs) => {
    const creditMs = nowMs - began - (read / bytesPerSecond) * 1_000;
    began += Math.max(0, creditMs - MOST_CREDIT_MS);
    read += bytes;
    return paceMs(read, nowMs - began, bytesPerSecond);
  };
}
