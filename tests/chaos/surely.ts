import { setTimeout as sleep } from "node:timers/promises";

const [TRY_MS, MOST_TRIES] = [300, 400];

/** Does something until it is done, as a client does whom a database that restarts refuses. */
export async function surely<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await sleep(TRY_MS);
    }
  }
}
