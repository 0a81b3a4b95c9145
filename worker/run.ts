import os from "node:os";
import type { Ledgers } from "../adapters/ledger/ledgers.ts";
import { isDatabaseAway } from "../lib/database-fault.ts";
import type { Env } from "../lib/env.ts";
import { createLog } from "../lib/log.ts";
import { makeInstallationWarner } from "../operations/alarm/warn.ts";
import { workBatch } from "../operations/batch/work.ts";
import { workCheck } from "../operations/check/work.ts";
import { withdrawUnused } from "../operations/identifier/withdraw-unused.ts";
import { workJob } from "../operations/job/work.ts";
import { makeAlarmWarner } from "../operations/lane/warn-of-alarms.ts";
import { workLane } from "../operations/lane/work.ts";
import { deliverMail } from "../operations/outbox/deliver.ts";
import { deliverCallback } from "../operations/outbox/deliver-callback.ts";
import { endHolds } from "../operations/upkeep/end-holds.ts";
import { sweep } from "../operations/upkeep/sweep.ts";
import { sweepInstances } from "../operations/upkeep/sweep-instances.ts";
import { sweepOrphans } from "../operations/upkeep/sweep-orphans.ts";
import { sweepSealed } from "../operations/upkeep/sweep-sealed.ts";
import { listen } from "../prisma/listen.ts";
import { leaveInstance } from "../prisma/store/instance/leave.ts";
import { showUp } from "../prisma/store/instance/show-up.ts";
import { voidDeadClaims } from "../prisma/store/lane/void-dead-claims.ts";
import { LeaseKeeper } from "./engine/lease-keeper.ts";
import type { Wake } from "./engine/lease-table.ts";
import { makeRunner, type Work } from "./engine/runner.ts";
import { outliveDatabase } from "./outlive-database.ts";
import { repeat } from "./repeat.ts";
import { startDelivery } from "./start-delivery.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { untilDatabase } from "./until-database.ts";
import { wire } from "./wiring.ts";

const SWEEP_MS = 5_000;
const ORPHANS_MS = 3_600_000;
const WITHDRAW_MS = 30_000;
const INSTANCE_MS = 5_000;
const ROOTS_MS = 1_000;
const ALARMS_MS = 5_000;
const HOLDS_MS = 1_000;
const DATABASE_MS = 60_000;

/** Runs a worker until a signal ends it. `ledgers`: the ways to ledgers; a bench has others. */
export async function runWorker(settings: Env, ledgers: Ledgers): Promise<void> {
  const log = createLog(settings.LOG_LEVEL, "worker");
  outliveDatabase(log);
  await untilDatabase(settings.DATABASE_URL, DATABASE_MS, log);
  const { ctx, ports, checkPorts, lanePorts, table, clearStaging, watchRoots, close } = await wire(
    settings,
    log,
    ledgers,
  );
  const { LEASE_MS, CLAIM_MS, LEASE_RENEWALS } = settings;
  const { faultPoint } = lanePorts;
  const keeper = new LeaseKeeper(table, Math.min(LEASE_MS, CLAIM_MS) / LEASE_RENEWALS, { log, faultPoint });
  const wakeIn = (ms: number) => void setTimeout(() => look.now(), ms).unref();
  const works: Record<Wake["kind"], Work> = {
    job: ({ id, ...lease }) => workJob(ctx, ports, { jobId: id, ...lease }),
    batch: ({ id, ...lease }) => workBatch(ctx, ports, { batchId: id, ...lease }),
    lane: async ({ id, fence, signal }) => {
      const ms = await workLane(ctx, lanePorts, { laneId: id, fence, signal });
      if (ms !== undefined) wakeIn(ms);
    },
    mail: async ({ id, fence, signal }) => {
      const outcome = await deliverMail(ctx, ports, { outboxId: id, fence, signal });
      const dueInMs = outcome.kind === "done" ? null : Math.max(0, outcome.until.getTime() - Date.now());
      await table.release("mail", { id, fence, dueInMs });
    },
    check: ({ id, ...lease }) => workCheck(ctx, checkPorts, { runId: id, ...lease }),
    callback: ({ id, fence, signal }) => deliverCallback(ctx, ports, { outboxId: id, fence, signal }),
  };
  const run = makeRunner({ table, keeper, works, isUnavailable: isDatabaseAway, log });
  const delivery = await startDelivery(settings, table, run, log);

  const look = repeat(
    "look",
    async () => {
      const lanes = await voidDeadClaims(ctx.db);
      if (lanes > 0) log.info({ lanes }, "claims of workers that are gone were taken away");
      delivery.poke();
    },
    settings.POLL_MS,
    log,
  );
  const loops = [
    look,
    repeat("watch", () => delivery.watch(), settings.POLL_MS, log),
    repeat("instance", () => showUp(ctx.db, lanePorts.instance, os.hostname()), INSTANCE_MS, log),
    repeat("roots", watchRoots, ROOTS_MS, log),
    repeat("sweep", () => sweep(ctx, ports), SWEEP_MS, log),
    repeat("holds", () => endHolds(ctx), HOLDS_MS, log),
    repeat("identifiers", () => withdrawUnused(ctx, ports), WITHDRAW_MS, log),
    repeat("alarms", makeAlarmWarner(ctx), ALARMS_MS, log),
    repeat("installation", makeInstallationWarner(ctx), ALARMS_MS, log),
    repeat(
      "orphans",
      () =>
        Promise.all([
          sweepOrphans(ctx, ports.working),
          sweepSealed(ctx),
          sweepInstances(ctx),
          clearStaging(),
        ]),
      ORPHANS_MS,
      log,
    ),
  ];
  const onDue = (due: boolean) => due && look.now();
  const listener = listen(
    settings.DATABASE_URL,
    (message) => onDue(message.due),
    () => onDue(true),
  );
  log.info({ redis: settings.REDIS_URL !== undefined, concurrency: settings.JOB_CONCURRENCY }, "ready");

  const stop = async () => {
    log.info({}, "stopping: running jobs come to a safe point");
    for (const loop of loops) loop.stop();
    await listener.close();
    await delivery.close(() => keeper.abortAll());
    keeper.stop();
    await leaveInstance(ctx.db, lanePorts.instance);
    await close();
    log.info({}, "stopped");
  };
  stopOnSignal(stop, settings.SHUTDOWN_MS, log);
}
