import { setTimeout as sleep } from "node:timers/promises";
import type { ChaosLane } from "./lanes.ts";
import { surely } from "./surely.ts";
import type { World } from "./world.ts";

const PORTIONS = 5;

/**
 * Hands the lanes' batches in, the first portion of each at once and the others spread over so many ms, so that there is
 * work while faults go on. What the database refuses is handed in again until it is taken, as a client does.
 */
export async function handIn(world: World, lanes: readonly ChaosLane[], ms: number): Promise<void> {
  const began = performance.now();
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    await sleep(Math.max(0, began + (ms * portion) / (PORTIONS - 1) - performance.now()));
    for (const lane of lanes) {
      const { length } = lane.batches;
      const [from, to] = [portion, portion + 1].map((place) => Math.floor((length * place) / PORTIONS));
      const batches = lane.batches.slice(from, to);
      if (batches.length > 0) await surely(() => world.submit({ ...lane, batches }));
    }
  }
}
