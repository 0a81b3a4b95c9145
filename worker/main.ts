import { env } from "../lib/env.ts";
import { createLog } from "../lib/log.ts";
import { workBatch } from "../operations/batch/work.ts";
import { startHeads } from "../operations/batch/start-heads.ts";
import { workJob } from "../operations/job/work.ts";
import { deliverMail } from "../operations/outbox/deliver.ts";
import { sweep } from "../operations/upkeep/sweep.ts";
import { listen } from "../prisma/listen.ts";
import { isUnavailable } from "../prisma/unavailable.ts";
import { Dispatcher } from "./dispatcher.ts";
import { LeaseKeeper } from "./engine/lease-keeper.ts";
import type { Wake } from "./engine/lease-table.ts";
import { makeRunner, type Work } from "./engine/runner.ts";
import { openDelivery } from "./queues.ts";
import { repeat } from "./repeat.ts";
import { wire } from "./wiring.ts";

const SWEEP_MS = 5_000;
const UPKEEP_AT_ONCE = 4;
/** Wake-ups waiting per job at a time: enough that nobody idles between two looks. */
const WINDOW = 4;

async function main(): Promise<void> {
  const settings = env();
  const log = createLog(settings.LOG_LEVEL, "worker");
  const { ctx, ports, table, close } = await wire(settings, log);
  const keeper = new LeaseKeeper(table, settings.LEASE_MS, log);
  const works: Record<Wake["kind"], Work> = {
    job: ({ id, ...lease }) => workJob(ctx, ports, { jobId: id, ...lease }),
    batch: ({ id, fence, signal }) => workBatch(ctx, ports, { batchId: id, fence, signal }),
    outbox: async ({ id, fence, signal }) => {
      const outcome = await deliverMail(ctx, ports, { outboxId: id, fence, signal });
      const dueInMs = outcome.kind === "done" ? null : Math.max(0, outcome.until.getTime() - Date.now());
      await table.release("outbox", { id, fence, dueInMs });
    },
  };
  const run = makeRunner({ table, keeper, works, isUnavailable, log });

  const delivery = await openDelivery(settings.REDIS_URL, settings.DATABASE_URL);
  const queues = { jobs: delivery.queue("waybill-jobs"), upkeep: delivery.queue("waybill-upkeep") };
  const jobs = settings.JOB_CONCURRENCY;
  const dispatcher = new Dispatcher(
    table,
    [
      { queue: queues.upkeep, kinds: ["batch", "outbox"], window: WINDOW * UPKEEP_AT_ONCE },
      { queue: queues.jobs, kinds: ["job"], window: WINDOW * jobs },
    ],
    log,
  );
  const handle = async (wake: Wake) => {
    await run(wake);
    dispatcher.poke();
  };
  const workers = [
    delivery.worker("waybill-jobs", handle, { concurrency: jobs, lockMs: settings.LEASE_MS }),
    delivery.worker("waybill-upkeep", handle, { concurrency: UPKEEP_AT_ONCE, lockMs: settings.LEASE_MS }),
  ];
  for (const part of [...workers, queues.jobs, queues.upkeep]) part.on("error", (error) => log.warn({ err: error }, "delivery"));

  const look = async () => {
    await startHeads(ctx);
    dispatcher.poke();
  };
  const loops = [repeat("look", look, settings.POLL_MS, log), repeat("sweep", () => sweep(ctx, ports), SWEEP_MS, log)];
  const listener = listen(settings.DATABASE_URL, (message) => message.due && loops[0]?.now(), () => loops[0]?.now());
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  log.info({ redis: settings.REDIS_URL !== undefined, concurrency: jobs }, "ready");

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    log.info({}, "stopping: running jobs come to a safe point");
    for (const loop of loops) loop.stop();
    await listener.close();
    await dispatcher.stop();
    keeper.abortAll();
    await Promise.all(workers.map((worker) => worker.close()));
    keeper.stop();
    await Promise.all([queues.jobs.close(), queues.upkeep.close()]);
    await close();
    log.info({}, "stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the stop failed");
          process.exit(1);
        },
      );
      setTimeout(() => process.exit(1), settings.SHUTDOWN_MS).unref();
    });
  }
}

await main();
