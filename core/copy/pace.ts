/**
 * How long to wait before reading on, in ms, so that a reading never runs ahead of its rate: `bytes` have been read in
 * `elapsedMs`. 0: at once.
 */
export function paceMs(bytes: number, elapsedMs: number, bytesPerSecond: number): number {
  return Math.max(0, Math.ceil((bytes / bytesPerSecond) * 1_000 - elapsedMs));
}
