import { type Costs, costsOf, plus, printCosts } from "./costs.ts";
import { median, percentile, print } from "./figure.ts";
import { deposit, type Load, makeLoad, run, servicesOf, untilQuiet } from "./lanes-load.ts";
import { type Found, foundIn, lanesOf, printFound, type Size } from "./lanes-order.ts";
import { type LanesWorld, startLanesWorld } from "./lanes-world.ts";
import { runPlain } from "./rivals/plain.ts";
import { type RivalResult, runGroupmq, runPgBoss, runRestate } from "./rivals/rivals.ts";
import { PASSES } from "./turns.ts";

const HAND_OVER = { name: "hand", lanes: 1, batches: 200 };
const WARM_UP = { name: "warm", lanes: 10, batches: 400 };
const SIZES: readonly Size[] = [
  { name: "one", lanes: 1, batches: 300 },
  { name: "ten", lanes: 10, batches: 1_000 },
  { name: "many", lanes: 1_000, batches: 2_000 },
];
/** No-op backends are done with a load so much sooner that it has to be larger to be measured. */
const NO_OP_TIMES = 5;
const AIMS: Readonly<Record<string, string>> = { one: ">= 900", many: ">= 2000" };
const ALL_PASSES = Array.from({ length: PASSES }, (_, pass) => pass);

const RIVALS = [
  ["pg-boss 12 key_strict_fifo, handlers do nothing", runPgBoss],
  ["Restate 1.7 virtual objects, handlers do nothing", (_, size) => runRestate(size)],
  ["GroupMQ 1.1.0 on Redis, in memory, handlers do nothing", runGroupmq],
] as const satisfies readonly (readonly [
  string,
  (world: LanesWorld, size: Size & { readonly pass: number }) => Promise<RivalResult>,
])[];

/** Lanes of no-op backends, beside others that keep order, and of a ledger that answers at once, beside its bare calls. */
export async function lanes(): Promise<void> {
  await noOps();
  await overHttp();
}

type NoOpRun = {
  readonly size: Size;
  readonly loads: Load[];
  readonly perSecond: number[];
  readonly rivals: Map<string, RivalResult[]>;
  costs: Costs | undefined;
};

/** Waybill's own work: claims, attempts, statuses and events of lanes whose backends take no time. */
async function noOps(): Promise<void> {
  const sizes = SIZES.map((size) => ({ ...size, batches: size.batches * NO_OP_TIMES }));
  const named = sizes.flatMap((size) => ALL_PASSES.map((pass) => ofPass(size, pass)));
  const world = await startLanesWorld(servicesOfAll([WARM_UP, ...named]), "none");
  try {
    await through(world, WARM_UP);
    const runs: NoOpRun[] = [];
    for (const size of sizes) runs.push(await inTurns(world, size));
    const log = await world.logOfNoOps();
    for (const noOp of runs) {
      printNoOps(noOp);
      printFound(`Waybill, ${whatOf(noOp.size)}`, foundIn(noOp.loads, log), "0");
    }
  } finally {
    await world.stop();
  }
}

async function inTurns(world: LanesWorld, size: Size): Promise<NoOpRun> {
  const noOp: NoOpRun = { size, loads: [], perSecond: [], rivals: new Map(), costs: undefined };
  for (const pass of ALL_PASSES) {
    const { name, lanes: count, batches } = ofPass(size, pass);
    const load = makeLoad(name, count, batches);
    await deposit(world, load);
    const { result: seconds, costs } = await costsOf(world.spenders, () => work(world, load));
    noOp.loads.push(load);
    noOp.perSecond.push(load.count / seconds);
    noOp.costs = plus(noOp.costs, costs);
    for (const [name, runRival] of RIVALS) {
      const rival = await runRival(world, { ...size, pass });
      noOp.rivals.set(name, [...(noOp.rivals.get(name) ?? []), rival]);
    }
  }
  return noOp;
}

function printNoOps({ size, perSecond, rivals, costs }: NoOpRun): void {
  const aim = AIMS[size.name];
  for (const [name, results] of rivals) {
    const passes = results.map((result) => result.perSecond);
    print({
      name: `Waybill, ${whatOf(size)}; no-op backends`,
      value: median(perSecond),
      unit: "batches/s",
      ...(aim && { aim }),
      passes: perSecond,
      reference: { name, value: median(passes), passes },
    });
  }
  for (const [name, results] of rivals) printFound(`${name}, ${whatOf(size)}`, sumOf(results));
  if (costs) printCosts(`a batch of ${lanesOf(size.lanes)}`, size.batches * PASSES, costs);
}

/** Each pass in a world of its own: all of its lanes have an address in LEDGERS. */
async function overHttp(): Promise<void> {
  const [ours, theirs] = [new Map<Size, number[]>(), new Map<Size, number[]>()];
  const tookMs: number[] = [];
  const found = new Map<Size, Found>();
  for (const pass of ALL_PASSES) {
    const world = await startLanesWorld(servicesOfAll([HAND_OVER, WARM_UP, ...SIZES]), "http");
    try {
      await through(world, WARM_UP);
      tookMs.push(...(await handOver(world)));
      for (const size of SIZES) {
        const { load, seconds } = await through(world, size);
        const log = await world.ledger.log(new Set(load.lanes.keys()));
        ours.set(size, [...(ours.get(size) ?? []), load.count / seconds]);
        found.set(size, sumOf([found.get(size), foundIn([load], log)]));
        const plain = makeLoad(`plain-${size.name}-${pass}`, size.lanes, size.batches);
        theirs.set(size, [...(theirs.get(size) ?? []), await runPlain(world, plain)]);
      }
    } finally {
      await world.stop();
    }
  }
  const name = "hand-over inside a lane, from the ledger's final to the next arrival";
  print({ name: `${name}, p50`, value: percentile(tookMs, 0.5), unit: "ms", aim: "<= 50" });
  print({ name: `${name}, p95`, value: percentile(tookMs, 0.95), unit: "ms" });
  for (const size of SIZES) printOverHttp(size, ours.get(size) ?? [], theirs.get(size) ?? []);
  for (const [size, one] of found) printFound(`Waybill over HTTP, ${whatOf(size)}`, one, "0");
}

function printOverHttp(size: Size, passes: readonly number[], theirs: readonly number[]): void {
  print({
    name: `Waybill, ${whatOf(size)}; the fake ledger over HTTP, final at once`,
    value: median(passes),
    unit: "batches/s",
    passes,
    reference: {
      name: "a plain BullMQ worker, 64 at a time, one POST and one question each, no order, nothing written down",
      value: median(theirs),
      passes: theirs,
    },
  });
}

/** From the ledger's final of one batch to its arrival of the next, in ms. */
async function handOver(world: LanesWorld): Promise<readonly number[]> {
  const { load } = await through(world, HAND_OVER);
  const log = await world.ledger.log(new Set(load.lanes.keys()));
  const finals = log.filter(({ event }) => event === "final");
  const arrivals = log.filter(({ event }) => event === "arrived").slice(1);
  return arrivals.map(({ at }, place) => at - (finals[place]?.at ?? Number.NaN));
}

async function through(
  world: LanesWorld,
  size: Size,
): Promise<{ readonly load: Load; readonly seconds: number }> {
  const load = makeLoad(size.name, size.lanes, size.batches);
  await deposit(world, load);
  return { load, seconds: await work(world, load) };
}

/** Works a load to its last report. @returns the seconds until its last batch was final */
async function work(world: LanesWorld, load: Load): Promise<number> {
  const seconds = await run(world, load);
  await untilQuiet(world);
  return seconds;
}

function ofPass(size: Size, pass: number): Size {
  return { ...size, name: `${size.name}-${pass}` };
}

function servicesOfAll(sizes: readonly Size[]): readonly string[] {
  return sizes.flatMap(({ name, lanes: count }) => servicesOf(name, count));
}

function sumOf(all: readonly (Found | undefined)[]): Found {
  const sum = (what: keyof Found) => all.reduce((some, one) => some + (one?.[what] ?? 0), 0);
  return {
    overlaps: sum("overlaps"),
    inversions: sum("inversions"),
    duplicates: sum("duplicates"),
    lost: sum("lost"),
  };
}

function whatOf({ lanes: count, batches }: Size): string {
  return `${lanesOf(count)}, ${batches.toLocaleString("en-US")} batches`;
}
