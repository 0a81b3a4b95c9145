import { buildChangedWorker } from "../../scripts/start/build.ts";
import { openDice } from "./dice.ts";
import { DIRECTED } from "./directed/all.ts";
import { disturb } from "./disturb.ts";
import { drain } from "./drain.ts";
import { errorsOf } from "./errors.ts";
import { failuresOf } from "./failures.ts";
import type { Findings } from "./findings.ts";
import { headerOf, printHeader } from "./header.ts";
import { keep } from "./keep.ts";
import { watchLimits } from "./limits.ts";
import { type ChaosOptions, readOptions } from "./options.ts";
import { judgeOrder } from "./order.ts";
import { print } from "./print.ts";
import { judgeRepository } from "./repository/judge.ts";
import { look } from "./repository/look.ts";
import { judgeTasks } from "./tasks/judge.ts";
import { judge } from "./verdict.ts";
import { makeWorld, type World } from "./world.ts";

/** `npm run chaos`: lanes of a fake ledger worked by several workers while everything fails, then the ledger's log as witness. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  await buildChangedWorker();
  const began = performance.now();
  const world = await makeWorld(options);
  try {
    const header = await headerOf(world);
    printHeader(options, header);
    await Promise.all(world.workers.map((_, place) => world.startWorker(place)));
    const limits = watchLimits(world);
    // what is shown one by one wants idle workers, what is drawn wants busy ones
    const directed = options.profile === "full" ? await prove(world, options) : [];
    const lanes = await world.feed(options.lanes, { batches: options.batches, submit: false });
    const disturbed = await disturb(world, options, lanes);
    console.log(`  faults over after ${Math.round((performance.now() - began) / 1_000)} s`);
    const drained = await drain(world);
    limits.stop();
    const { attempted, acknowledged, refused } = world.repository;
    const found = {
      header,
      disturbed,
      directed,
      tally: world.tally,
      verdict: await judge(world),
      order: await judgeOrder(world.ctx),
      tasks: await judgeTasks(world),
      deposits: { attempted, acknowledged: acknowledged.length, refused: Object.fromEntries(refused) },
      repository: judgeRepository(await look(world)),
      recoveries: world.recoveries.ms,
      deaths: world.deaths,
      errors: errorsOf(world.logs),
      limits: limits.most,
      times: { ...drained, wholeS: (performance.now() - began) / 1_000 },
    };
    const findings = { ...found, failures: failuresOf(found) };
    print(options, findings);
    await keep(options, findings);
    if (findings.failures.length > 0) process.exitCode = 1;
  } catch (error) {
    // told before the servers end: that may fail too, and would be told instead
    console.error("The run broke off:", error);
    process.exitCode = 1;
  } finally {
    await world.end();
  }
}

/** Shows the faults that want a world where nothing else fails, one after the other. */
async function prove(world: World, { seed, only }: ChaosOptions): Promise<Findings["directed"]> {
  const dice = openDice(seed);
  const shown: Findings["directed"][number][] = [];
  for (const { code, name, prove: run } of DIRECTED.filter(
    (one) => only === undefined || only === one.code,
  )) {
    const one = await run(world, dice).then(
      (said) => ({ name: `${code} ${name}`, said, holds: true }),
      (error: unknown) => ({ name: `${code} ${name}`, said: String(error), holds: false }),
    );
    console.log(`  ${one.name}: ${one.said}`);
    shown.push(one);
    for (const [place, worker] of world.workers.entries()) if (!worker) await world.startWorker(place);
  }
  return shown;
}

// what ends the run takes its servers and mounts with it
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
await main();
// a fault that stood still may hold something open
process.exit();
