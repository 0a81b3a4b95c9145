import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world.ts";

/** Hands deposits in to the repository's lanes in turn, spread over so many ms; resolves once all are acknowledged. */
export async function handInDeposits({ repository }: World, count: number, ms: number): Promise<void> {
  const began = performance.now();
  const lanes = [...repository.lanes];
  const given: Promise<unknown>[] = [];
  for (let made = 0; made < count; made += 1) {
    await sleep(Math.max(0, began + (ms * made) / count - performance.now()));
    const lane = lanes[made % lanes.length];
    const acknowledged = repository.deposit(lane?.slug ?? "");
    // it is heard once all are handed in
    acknowledged.catch(() => undefined);
    given.push(acknowledged);
  }
  await Promise.all(given);
}
