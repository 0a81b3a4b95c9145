/** Runs `act` over the items, `most` at a time, and stops starting new ones at the first error, which it throws. */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  most: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed = false;
  let fault: unknown;
  for await (const item of items) {
    if (failed) break;
    const task = act(item)
      .catch((error: unknown) => {
        fault ??= error;
        failed = true;
      })
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= most) await Promise.race(running);
  }
  await Promise.all(running);
  if (failed) throw fault;
}
