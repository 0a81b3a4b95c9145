import { checkOrder, type Expected } from "../tests/servers/fake-ledger/check-order.ts";
import type { LogEntry } from "../tests/servers/fake-ledger/log.ts";
import { percentile, print } from "./figure.ts";
import { deposit, type Load, makeLoad, run, servicesOf, untilQuiet } from "./lanes-load.ts";
import { type LanesWorld, startLanesWorld } from "./lanes-world.ts";
import { runPlain } from "./rivals/plain.ts";
import { type RivalResult, runGroupmq, runPgBoss, runRestate } from "./rivals/rivals.ts";

type Size = {
  readonly name: string;
  readonly lanes: number;
  readonly batches: number;
  readonly aim?: string;
};

const HAND_OVER = { name: "hand", lanes: 1, batches: 200 };
const WARM_UP = { name: "warm", lanes: 10, batches: 400 };
/** No-op backends are done with a load so much sooner that it has to be larger to be measured. */
const NO_OP_TIMES = 5;
const SIZES: readonly Size[] = [
  { name: "one", lanes: 1, batches: 300, aim: ">= 900" },
  { name: "ten", lanes: 10, batches: 1_000 },
  { name: "many", lanes: 1_000, batches: 2_000, aim: ">= 2000" },
];
/** Lanes of no-op backends and of a ledger that answers at once: batches per second, hand-over, and the same by others. */
export async function lanes(): Promise<void> {
  await noOps();
  const all = [HAND_OVER, WARM_UP, ...SIZES];
  const world = await startLanesWorld(
    all.flatMap(({ name, lanes: count }) => servicesOf(name, count)),
    "http",
  );
  try {
    await through(world, WARM_UP);
    await handOver(world);
    for (const size of SIZES) {
      const { load, seconds } = await through(world, size);
      const perSecond = load.count / seconds;
      const log = await world.ledger.log(new Set(load.lanes.keys()));
      const { aim: _, ...plain } = size;
      printRival(
        "Waybill",
        "the fake ledger over HTTP, final at once",
        plain,
        resultOf(load, perSecond, log),
      );
      const theirs = await runPlain(world, makeLoad(`plain-${size.name}`, size.lanes, size.batches));
      printPlain(size, perSecond, theirs);
    }
    await rivals(world);
  } finally {
    await world.stop();
  }
}

/** Waybill's own work: claims, attempts, statuses and events of lanes whose backends take no time. */
async function noOps(): Promise<void> {
  const sizes = SIZES.map((size) => ({ ...size, batches: size.batches * NO_OP_TIMES }));
  const all = [WARM_UP, ...sizes];
  const world = await startLanesWorld(
    all.flatMap(({ name, lanes: count }) => servicesOf(name, count)),
    "none",
  );
  try {
    await through(world, WARM_UP);
    const runs: { readonly size: Size; readonly load: Load; readonly perSecond: number }[] = [];
    for (const size of sizes) {
      const { load, seconds } = await through(world, size);
      runs.push({ size, load, perSecond: load.count / seconds });
    }
    const log = await world.logOfNoOps();
    for (const { size, load, perSecond } of runs) {
      const own = log.filter(({ service }) => load.lanes.has(service));
      printRival("Waybill", "no-op backends", size, resultOf(load, perSecond, own));
    }
  } finally {
    await world.stop();
  }
}

function resultOf({ lanes: expected }: Load, perSecond: number, log: readonly LogEntry[]): RivalResult {
  const order: Record<string, readonly Expected[]> = Object.fromEntries(expected);
  const found = checkOrder(log, order);
  return {
    perSecond,
    overlaps: found.overlap.length,
    inversions: found.outOfOrder.length,
    duplicates: found.duplicated.length,
    lost: found.lost.length,
  };
}

async function through(
  world: LanesWorld,
  size: Size,
): Promise<{ readonly load: Load; readonly seconds: number }> {
  const load = makeLoad(size.name, size.lanes, size.batches);
  await deposit(world, load);
  const seconds = await run(world, load);
  await untilQuiet(world);
  return { load, seconds };
}

/** From the ledger's final of one batch to its arrival of the next. */
async function handOver(world: LanesWorld): Promise<void> {
  const { load } = await through(world, HAND_OVER);
  const log = await world.ledger.log(new Set(load.lanes.keys()));
  const finals = log.filter(({ event }) => event === "final");
  const arrivals = log.filter(({ event }) => event === "arrived").slice(1);
  const took = arrivals.map(({ at }, place) => at - (finals[place]?.at ?? Number.NaN));
  const name = "hand-over inside a lane, from the ledger's final to the next arrival";
  print({ name: `${name}, p50`, value: percentile(took, 0.5), unit: "ms", aim: "<= 50" });
  print({ name: `${name}, p95`, value: percentile(took, 0.95), unit: "ms" });
}

/** Others that keep order, with handlers that do nothing. */
async function rivals(world: LanesWorld): Promise<void> {
  for (const size of SIZES) {
    const { aim: _, ...plain } = size;
    printRival("GroupMQ 1.1.0 on Redis", "handlers do nothing", plain, await runGroupmq(world, size));
    printRival("pg-boss 12 key_strict_fifo", "handlers do nothing", plain, await runPgBoss(world, size));
    printRival("Restate 1.7 virtual objects", "handlers do nothing", plain, await runRestate(size));
  }
}

function printRival(
  who: string,
  how: string,
  { lanes: count, batches, aim }: Size,
  result: RivalResult,
): void {
  const what = `${lanesOf(count)}, ${batches.toLocaleString("en-US")} batches`;
  print({
    name: `${who}, ${what}; ${how}`,
    value: result.perSecond,
    unit: "batches/s",
    ...(aim && { aim }),
  });
  const { overlaps, inversions, duplicates, lost } = result;
  for (const [name, value] of Object.entries({ overlaps, inversions, duplicates, lost }))
    print({
      name: `${who}, ${what}: ${name}`,
      value,
      unit: "batches",
      ...(who === "Waybill" && { aim: "0" }),
    });
}

function printPlain({ lanes: count }: Size, ours: number, theirs: number): void {
  const what = lanesOf(count);
  const reference =
    "a plain BullMQ worker on Redis, 64 at a time, one POST and one status question each, no order";
  print({ name: `the same calls without order or record, ${what}`, value: theirs, unit: "batches/s" });
  print({
    name: `Waybill beside a plain BullMQ worker, ${what}`,
    value: ours / theirs,
    unit: "ratio",
    reference,
  });
}

function lanesOf(count: number): string {
  return count === 1 ? "1 lane" : `${count.toLocaleString("en-US")} lanes`;
}
