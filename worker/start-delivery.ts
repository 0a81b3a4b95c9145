import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../lib/env.ts";
import { gatherCalls } from "../lib/gather-calls.ts";
import type { Log } from "../lib/log.ts";
import { Share, within } from "../lib/shares.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { Ask, Kind, LeaseTable, Wake } from "./engine/lease-table.ts";
import { Line } from "./line.ts";
import { BESIDE, type LineShape, linesOf } from "./lines.ts";
import { openDelivery } from "./queues.ts";
import { requireNoEviction } from "./require-no-eviction.ts";

const LOOK_MS = 1_000;
/** How long after news it is scanned for what the places without wake-ups have not taken. */
const AFTER_NEWS_MS = 10;
/** How soon a locked row is tried again. */
const LOCKED_MS = 200;

/**
 * The running delivery of wake-ups. `poke` looks for due rows, `hear` does so when rows of these kinds have become due, as far
 * as the news says, `watch` checks whether wake-ups still arrive, `close` ends it once running handlers have returned.
 */
export type RunningDelivery = {
  poke(): void;
  hear(kinds: readonly Kind[]): void;
  /** A row's wake-up achieved nothing because another transaction has the row: it gets another one soon. */
  again(wake: Wake): void;
  watch(): Promise<void>;
  close(beforeWaiting: () => void): Promise<void>;
};

type Run = (ask: Ask, onRow: () => void) => Promise<number>;

/**
 * Runs rows one after the other at a place of a line, within the connection limits of the place, of the line, and of the line
 * it has them from. `shares`: of the lines, by their names.
 */
function atPlaceOf(
  { name, connectionsEach, partOf }: LineShape,
  shares: ReadonlyMap<string, Share>,
  run: Run,
): Run {
  const ofLines = [name, partOf].flatMap((each) => shares.get(each ?? "") ?? []);
  return (ask, onRow) => within([new Share(connectionsEach), ...ofLines], () => run(ask, onRow));
}

/**
 * Opens the queues, and starts the BullMQ workers that answer wake-ups with `run` and the dispatchers that make them.
 */
export async function startDelivery(
  env: Env,
  table: LeaseTable,
  run: Run,
  log: Log,
): Promise<RunningDelivery> {
  if (env.REDIS_URL) await requireNoEviction(env.REDIS_URL, log);
  const delivery = await openDelivery(env.REDIS_URL, env.DATABASE_URL);
  const poke = () => {
    for (const dispatcher of dispatchers) dispatcher.poke();
  };
  const looks = new Share(BESIDE.dispatchers);
  // all lines look at the same time
  const look = gatherCalls(async (asks: readonly undefined[]) => {
    const found = await within([looks], () => table.firstDue());
    return asks.map(() => found);
  });
  const looking = {
    firstDue: () => look(undefined),
    due: (...asked: Parameters<LeaseTable["due"]>) => within([looks], () => table.due(...asked)),
  };
  const around = { delivery, table: looking, onDone: poke, silentMs: env.DELIVERY_SILENT_MS, log };
  const shapes = linesOf(env);
  const shares = new Map(shapes.map(({ name, connections }) => [name, new Share(connections)]));
  const lines = shapes.map((shape) => new Line(shape, { ...around, run: atPlaceOf(shape, shares, run) }));
  const dispatchers = lines.map((line) => new Dispatcher(looking, line, log));
  const ready = Promise.all(lines.map((line) => line.ready()));
  void ready.catch(() => undefined);
  // without Redis work starts all the same, through `watch`
  const isReady = await Promise.race([ready, sleep(env.DELIVERY_SILENT_MS, false, { ref: false })]);
  if (isReady === false) log.warn({}, "the queue does not respond: starting without wake-ups");
  return {
    poke,
    hear: (kinds) => {
      const isBegun = lines.flatMap((line) =>
        line.kinds.filter((kind) => kinds.includes(kind)).map((kind) => line.direct(kind, "news")),
      );
      for (const dispatcher of dispatchers) dispatcher.poke(isBegun.includes(true) ? AFTER_NEWS_MS : 0);
    },
    again: (wake) =>
      void setTimeout(() => {
        for (const dispatcher of dispatchers) dispatcher.again(wake);
      }, LOCKED_MS).unref(),
    watch: async () => {
      await Promise.all(lines.map((line) => line.watch()));
    },
    close: async (beforeWaiting) => {
      // a scan may wait for a queue that does not answer
      await Promise.race([Promise.all(dispatchers.map((dispatcher) => dispatcher.stop())), sleep(LOOK_MS)]);
      beforeWaiting();
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}
