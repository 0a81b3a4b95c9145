import { setTimeout as sleep } from "node:timers/promises";
import { FINAL_STATUSES } from "../../core/lane/facts.ts";
import { actAsOperator } from "./operator.ts";
import type { World } from "./world.ts";

/** After the faults the lanes must be done with everything within this, and all be reported within as much again. */
const DRAIN_MS = 120_000;

export type Drained = { readonly acts: number; readonly finalS: number; readonly reportedS: number };

/** Waits until the lanes are done with every batch, a person resolving what only a person can, then until all are reported. */
export async function drain(world: World): Promise<Drained> {
  const { db } = world.ctx;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let acts = 0;
  const until = async (countOpen: () => Promise<number>) => {
    const end = performance.now() + DRAIN_MS;
    while (performance.now() < end) {
      acts += await actAsOperator(world);
      if ((await countOpen()) === 0) break;
      await sleep(500);
    }
    return seconds();
  };
  const final = [...FINAL_STATUSES];
  const finalS = await until(() =>
    db.batch.count({ where: { OR: [{ submissionStatus: null }, { submissionStatus: { notIn: final } }] } }),
  );
  const reportedS = await until(() =>
    db.batch.count({ where: { state: { notIn: ["Completed", "Failed"] } } }),
  );
  // leases are given back a moment after the last batch has ended
  await sleep(1_500);
  return { acts, finalS, reportedS };
}
