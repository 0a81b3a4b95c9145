import { until } from "../pipeline/until.ts";
import type { ChaosLane } from "./lanes.ts";
import { actAsOperator } from "./operator.ts";
import type { World } from "./world.ts";

const LOOK_MS = 200;

/** Waits until the ledger's log has a final state of every batch of these lanes, an operator deciding what only a person can. @returns after how many ms */
export async function untilFinal(
  world: World,
  lanes: readonly ChaosLane[],
  patienceMs: number,
): Promise<number> {
  const began = performance.now();
  const ids = new Set(lanes.flatMap(({ batches }) => batches.map(({ id }) => id)));
  await until(async () => {
    const final = world.ledger.log.filter(({ event, id }) => event === "final" && ids.has(id));
    const open = ids.size - new Set(final.map(({ id }) => id)).size;
    if (open === 0) return true;
    await actAsOperator(world).catch(() => 0);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return `${open} of ${ids.size} batches are not final`;
  }, patienceMs);
  return performance.now() - began;
}
