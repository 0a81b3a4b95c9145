/** What ran out of time, by a limit of the task's own. */
export class TimedOut extends Error {
  constructor(ms: number) {
    super(`It took longer than ${ms} ms.`);
  }
}

/**
 * Does `act` in at most `ms`, or as long as it takes. Its signal ends then, and when `signal` does; what does not heed it runs
 * on in vain, and nobody waits for it. Errors: TimedOut, and those of `act`.
 */
export async function withinMs<Result>(
  ms: number | undefined,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (ms === undefined) return act(signal);
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimedOut(ms);
      late.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([act(AbortSignal.any([signal, late.signal])), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
