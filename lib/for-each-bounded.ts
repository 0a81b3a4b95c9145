/**
 * Processes items, at most `width` at a time, taking the next only when one is done. After the first error no further
 * item is started; it waits for those in progress and then throws the error.
 */
export async function forEachBounded<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    try {
      while (!failed) {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: width }, lane));
  const failure = results.find((result) => result.status === "rejected");
  if (failure === undefined) return;
  await iterator.return?.();
  throw failure.reason;
}
