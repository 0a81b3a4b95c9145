import type { Env } from "../lib/env.ts";
import type { Log } from "../lib/log.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { LeaseTable, Wake } from "./engine/lease-table.ts";
import { openDelivery } from "./queues.ts";

const QUEUES = { jobs: "waybill-jobs", upkeep: "waybill-upkeep" } as const;
const UPKEEP_AT_ONCE = 4;
/** Wake-ups waiting per job at a time: enough that nobody idles between two looks. */
const WINDOW = 4;

/** Wake-ups on their way: `poke` looks for due work, `close` ends it once running handlers have returned. */
export type RunningDelivery = { poke(): void; close(beforeWaiting: () => void): Promise<void> };

/** Opens the queues, starts the BullMQ workers that answer wake-ups by `run`, and the dispatcher that makes them. */
export async function startDelivery(
  env: Env,
  table: LeaseTable,
  run: (wake: Wake) => Promise<void>,
  log: Log,
): Promise<RunningDelivery> {
  const delivery = await openDelivery(env.REDIS_URL, env.DATABASE_URL);
  const [jobs, upkeep] = [delivery.queue(QUEUES.jobs), delivery.queue(QUEUES.upkeep)];
  const atOnce = env.JOB_CONCURRENCY;
  const dispatcher = new Dispatcher(
    table,
    [
      { queue: upkeep, kinds: ["batch", "outbox"], window: WINDOW * UPKEEP_AT_ONCE },
      { queue: jobs, kinds: ["job"], window: WINDOW * atOnce },
    ],
    log,
  );
  const handle = async (wake: Wake) => {
    await run(wake);
    dispatcher.poke();
  };
  const workers = [
    delivery.worker(QUEUES.jobs, handle, { concurrency: atOnce, lockMs: env.LEASE_MS }),
    delivery.worker(QUEUES.upkeep, handle, { concurrency: UPKEEP_AT_ONCE, lockMs: env.LEASE_MS }),
  ];
  for (const part of [...workers, jobs, upkeep]) {
    part.on("error", (error) => log.warn({ err: error }, "delivery"));
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    poke: () => dispatcher.poke(),
    close: async (beforeWaiting) => {
      await dispatcher.stop();
      beforeWaiting();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([jobs.close(), upkeep.close()]);
    },
  };
}
