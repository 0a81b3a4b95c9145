import { setTimeout as sleep } from "node:timers/promises";
import { FINAL_STATUSES } from "../../core/batch/states.ts";
import { actAsOperator } from "./operator.ts";
import { runAgain } from "./repository/operator.ts";
import { countUntidy } from "./repository/tidy.ts";
import { surely } from "./surely.ts";
import { countOpenTasks, retryDead } from "./tasks/operator.ts";
import type { World } from "./world.ts";

/** After the faults something must end within this, again and again until nothing is left: longer is stuck. */
const STUCK_MS = 60_000;
/** Something that ends again and again is no proof that all will: the run gives up after this. */
const MOST_MS = 1_200_000;

/** `acts`: of a person. Seconds until all batches were final, reported, all tasks done, and everybody told and everything put away. */
export type Drained = {
  readonly acts: number;
  readonly finalS: number;
  readonly reportedS: number;
  readonly tasksS: number;
  readonly tidyS: number;
};

/** Waits until the lanes are done with every batch, a person resolving what only a person can, then until all are reported and told; no longer once nothing has ended for a minute. */
export async function drain(world: World): Promise<Drained> {
  const { db } = world.ctx;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let acts = 0;
  const until = async (countOpen: () => Promise<number>) => {
    let [fewest, progressAt] = [Number.POSITIVE_INFINITY, performance.now()];
    while (performance.now() - progressAt < STUCK_MS && performance.now() - began < MOST_MS) {
      acts +=
        (await surely(() => actAsOperator(world))) +
        (await surely(() => runAgain(world))) +
        (await surely(() => retryDead(world)));
      const open = await surely(countOpen);
      if (open === 0) break;
      if (open < fewest) [fewest, progressAt] = [open, performance.now()];
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
  const tasksS = await until(() => countOpenTasks(world));
  const tidyS = await until(() => countUntidy(world));
  // leases are given back a moment after the last batch has ended
  await sleep(1_500);
  return { acts, finalS, reportedS, tasksS, tidyS };
}
