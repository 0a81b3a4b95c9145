import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Does a piece of work again while it fails in a way that may pass, at most `tries` times, with pauses that double. The
 * SDK repeats single calls by itself; this is for what it cannot repeat: a body that broke off while it was read.
 */
export async function withTries<T>(
  tries: number,
  signal: AbortSignal | undefined,
  isWorthIt: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (tried >= tries || !isWorthIt(error)) throw error;
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS), undefined, { signal });
    }
  }
}
