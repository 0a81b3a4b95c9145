import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 20;

/** Waits until `look` answers true; when patience ends, fails with the last thing it answered instead. */
export async function until(look: () => Promise<true | string>, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen === true) return;
    if (performance.now() > end) throw new Error(`After ${patienceMs} ms ${seen}.`);
    await sleep(LOOK_MS);
  }
}
