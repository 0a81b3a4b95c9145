import { setTimeout as sleep } from "node:timers/promises";
import { openDice } from "./dice.ts";
import { drawFault } from "./faults/draw.ts";
import type { ChaosOptions } from "./options.ts";
import type { World } from "./world.ts";

/** Faults at a time. */
const MOST = 3;

/** Injects faults until the time is over, then lets everything be well again. @returns how often each happened, and how many could not be done */
export async function disturb(
  world: World,
  { seed, minutes, profile }: ChaosOptions,
): Promise<{ readonly faults: ReadonlyMap<string, number>; readonly undone: number }> {
  const dice = openDice(seed);
  const until = performance.now() + minutes * 60_000;
  const faults = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let [drawn, undone] = [0, 0];
  while (performance.now() < until) {
    const fault = drawFault(dice, profile);
    const { service } = dice.pick(world.lanes);
    const key = `${fault.code} ${fault.name}`;
    drawn += 1;
    // a dice of its own: what one fault draws does not depend on when the others do
    const task = fault.inject(world, openDice(seed + drawn), service).then(
      () => void faults.set(key, (faults.get(key) ?? 0) + 1),
      () => {
        undone += 1;
      },
    );
    running.add(task);
    void task.finally(() => running.delete(task));
    await sleep(dice.between(100, 900));
    if (running.size >= MOST) await Promise.race(running);
  }
  await Promise.all(running);
  world.ledger.control({ clear: "all" });
  world.redisDoor.heal();
  await world.setClock(0);
  // a worker that could not be started while two faults met
  for (const [place, worker] of world.workers.entries()) if (!worker) await world.startWorker(place);
  return { faults, undone };
}
