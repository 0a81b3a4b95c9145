import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../lib/env.ts";
import type { Log } from "../lib/log.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { LeaseTable, Wake } from "./engine/lease-table.ts";
import { Line, type LineParts } from "./line.ts";
import { openDelivery } from "./queues.ts";
import { requireNoEviction } from "./require-no-eviction.ts";

const UPKEEP_AT_ONCE = 4;
/** They mostly wait for their receivers. */
const CALLBACKS_AT_ONCE = 32;
const LOOK_MS = 1_000;

/** Wake-ups on their way: `poke` looks for due work, `watch` whether they still come, `close` ends it once running handlers have returned. */
export type RunningDelivery = {
  poke(): void;
  watch(): Promise<void>;
  close(beforeWaiting: () => void): Promise<void>;
};

/** The queues: lanes, jobs and callbacks have their own, so that a flood of one keeps nothing else waiting. */
function linesOf(env: Env): readonly LineParts[] {
  return [
    { name: "waybill-lanes", kinds: ["lane"], atOnce: env.LANES_AT_ONCE, lockMs: env.CLAIM_MS },
    { name: "waybill-jobs", kinds: ["job"], atOnce: env.JOB_CONCURRENCY, lockMs: env.LEASE_MS },
    { name: "waybill-upkeep", kinds: ["batch", "mail"], atOnce: UPKEEP_AT_ONCE, lockMs: env.LEASE_MS },
    { name: "waybill-checks", kinds: ["check"], atOnce: 1, lockMs: env.LEASE_MS },
    { name: "waybill-callbacks", kinds: ["callback"], atOnce: CALLBACKS_AT_ONCE, lockMs: env.LEASE_MS },
  ];
}

/** Opens the queues, starts the BullMQ workers that answer wake-ups by `run`, and the dispatchers that make them. */
export async function startDelivery(
  env: Env,
  table: LeaseTable,
  run: (wake: Wake, onRow: () => void) => Promise<void>,
  log: Log,
): Promise<RunningDelivery> {
  if (env.REDIS_URL) await requireNoEviction(env.REDIS_URL, log);
  const delivery = await openDelivery(env.REDIS_URL, env.DATABASE_URL);
  const poke = () => {
    for (const dispatcher of dispatchers) dispatcher.poke();
  };
  const around = { delivery, table, run, onDone: poke, silentMs: env.DELIVERY_SILENT_MS, log };
  const lines = linesOf(env).map((parts) => new Line(parts, around));
  const dispatchers = lines.map((line) => new Dispatcher(table, line, log));
  const ready = Promise.all(lines.map((line) => line.ready()));
  void ready.catch(() => undefined);
  // without Redis work is begun all the same, by those who watch
  const isReady = await Promise.race([ready, sleep(env.DELIVERY_SILENT_MS, false, { ref: false })]);
  if (isReady === false) log.warn({}, "the queue does not answer: starting without wake-ups");
  return {
    poke,
    watch: async () => {
      await Promise.all(lines.map((line) => line.watch()));
    },
    close: async (beforeWaiting) => {
      // a look may wait for a queue that does not answer
      await Promise.race([Promise.all(dispatchers.map((dispatcher) => dispatcher.stop())), sleep(LOOK_MS)]);
      beforeWaiting();
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}
