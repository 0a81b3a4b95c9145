import { setTimeout as sleep } from "node:timers/promises";

/** `tries`: at most, the first one included. `pauseMs`: before the next try, after `tried` of them (from 1). */
export type Tries = {
  readonly tries: number;
  readonly pauseMs: (tried: number) => number;
  readonly isWorthIt: (error: unknown) => boolean;
  readonly onRetry?: (error: unknown) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Does a piece of work again while it fails in a way that may pass. @throws the last error, or the signal's reason */
export async function withTries<Result>(
  { tries, pauseMs, isWorthIt, onRetry, signal }: Tries,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (tried >= tries || !isWorthIt(error)) throw error;
      onRetry?.(error);
      await sleep(pauseMs(tried), undefined, { signal });
    }
  }
}
