import { setTimeout as sleep } from "node:timers/promises";
import { FINAL_STATUSES } from "../../core/lane/facts.ts";
import { openDice } from "./dice.ts";
import { drawFault } from "./faults.ts";
import { type ChaosLane, fillLane, planLanes } from "./lanes.ts";
import { actAsOperator } from "./operator.ts";
import { type ChaosOptions, readOptions } from "./options.ts";
import { judge, type Verdict } from "./verdict.ts";
import { makeWorld, type World } from "./world.ts";

/** After the faults the lanes must be done with everything within this, and all be reported within as much again. */
const DRAIN_MS = 120_000;

/** `npm run chaos`: lanes of a fake ledger worked by several workers while everything fails, then the ledger's log as witness. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const began = performance.now();
  console.log(
    `seed ${options.seed}  ${options.workers} workers, ${options.lanes} lanes, ${options.lanes * options.batches} batches, faults for ${options.minutes} min, node ${process.version}`,
  );
  const lanes = planLanes(options.seed, options.lanes, options.batches);
  const names = lanes.filter(({ backend }) => backend === "sawtooth").map(({ serviceId }) => serviceId);
  const world = await makeWorld(names, options.workers);
  try {
    for (const lane of lanes) await fillLane(world, lane);
    await Promise.all(world.workers.map((_, place) => world.startWorker(place)));
    const faults = await disturb(world, lanes, options);
    const drained = await drain(world);
    const verdict = await judge(world, lanes);
    print(options, faults, verdict, { ...drained, wholeS: (performance.now() - began) / 1000 });
    if (!verdict.isPassed) process.exitCode = 1;
  } finally {
    await world.end();
  }
}

/** Injects faults, up to three at a time, until the time is over or nothing is open any more. @returns how often each */
async function disturb(
  world: World,
  lanes: readonly ChaosLane[],
  { seed, minutes }: ChaosOptions,
): Promise<ReadonlyMap<string, number>> {
  const dice = openDice(seed);
  const until = performance.now() + minutes * 60_000;
  const counts = new Map<string, number>();
  const running = new Set<Promise<void>>();
  while (performance.now() < until) {
    const fault = drawFault(dice);
    const { service } = dice.pick(lanes);
    const key = `${fault.code} ${fault.name}`;
    const task = fault.inject(world, dice, service).then(
      () => void counts.set(key, (counts.get(key) ?? 0) + 1),
      (error: unknown) => console.log(`  ${key}: ${error instanceof Error ? error.message : String(error)}`),
    );
    running.add(task);
    void task.finally(() => running.delete(task));
    await sleep(dice.between(100, 900));
    if (running.size >= 3) await Promise.race(running);
  }
  await Promise.all(running);
  world.ledger.control({ clear: "all" });
  return counts;
}

type Drained = { readonly acts: number; readonly finalS: number; readonly reportedS: number };

/** Waits until the lanes are done with every batch, a person resolving what only a person can, then until all are reported. */
async function drain({ ctx, ...world }: World): Promise<Drained> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  let acts = 0;
  const until = async (countOpen: () => Promise<number>) => {
    const end = performance.now() + DRAIN_MS;
    while (performance.now() < end) {
      acts += await actAsOperator({ ctx, ...world });
      if ((await countOpen()) === 0) break;
      await sleep(500);
    }
    return seconds();
  };
  const final = [...FINAL_STATUSES];
  const finalS = await until(() =>
    ctx.db.batch.count({
      where: { OR: [{ submissionStatus: null }, { submissionStatus: { notIn: final } }] },
    }),
  );
  const reportedS = await until(() =>
    ctx.db.batch.count({ where: { state: { notIn: ["Completed", "Failed"] } } }),
  );
  // leases are given back a moment after the last batch has ended
  await sleep(1_500);
  return { acts, finalS, reportedS };
}

function print(
  { seed, workers, lanes, batches }: ChaosOptions,
  faults: ReadonlyMap<string, number>,
  verdict: Verdict,
  times: Drained & { readonly wholeS: number },
): void {
  const words = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort()
      .map(([name, count]) => `${name} ${count}`)
      .join("  ");
  const injected = [...faults.values()].reduce((sum, count) => sum + count, 0);
  console.log(`faults injected ${injected}  kinds ${faults.size}`);
  for (const [name, count] of [...faults].sort()) console.log(`  ${name}: ${count}`);
  console.log(
    `batches  ${words(verdict.byStatus)}  lost ${verdict.lost}  duplicated ${verdict.duplicated}  unfinished ${verdict.unfinished}`,
  );
  console.log(
    `order    lanes ${lanes}  out-of-order ${verdict.outOfOrder}  overlap ${verdict.overlap}  unexpected ${verdict.unexpected}  sent late and not executed ${verdict.late}`,
  );
  console.log(`attempts ${words(verdict.attempts)}  late answers refused ${verdict.lateAnswers}`);
  console.log(
    `claims   taken over ${verdict.takeovers}  still held ${verdict.locked}  operator acts ${times.acts}`,
  );
  console.log(
    `time     ${times.wholeS.toFixed(0)} s in all, after the faults all final in ${times.finalS.toFixed(1)} s, all reported in ${times.reportedS.toFixed(1)} s`,
  );
  if (!verdict.isPassed)
    console.log(
      `again    npm run chaos -- --seed ${seed} --workers ${workers} --lanes ${lanes} --batches ${batches}`,
    );
  console.log(`RESULT ${verdict.isPassed ? "PASS" : "FAIL"}`);
}

await main();
