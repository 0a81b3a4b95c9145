import { setTimeout as sleep } from "node:timers/promises";

const [TRY_MS, MOST_MS] = [300, 180_000];

/** Does something until it is done, as a client does whom a database that restarts refuses. @throws the last refusal after three minutes */
export async function surely<Result>(act: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + MOST_MS; ; ) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(TRY_MS);
    }
  }
}
