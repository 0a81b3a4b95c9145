import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ledgers } from "../adapters/ledger/ledgers.ts";
import { orderLogOf } from "../adapters/sequencer/order-log.ts";
import { TIMING } from "../core/sequencer/timing.ts";
import { isDatabaseAway } from "../lib/database-fault.ts";
import type { Env } from "../lib/env.ts";
import { createLog, type Log } from "../lib/log.ts";
import { Share, within } from "../lib/shares.ts";
import { withTries } from "../lib/with-tries.ts";
import { wakePositioned } from "../operations/lane/wake-positioned.ts";
import { registerTasks } from "../operations/task/register.ts";
import { wakesOf } from "../prisma/changes.ts";
import { connectSql } from "../prisma/connect-sql.ts";
import { listen } from "../prisma/listen.ts";
import { leaveInstance, showUp } from "../prisma/store/instance.ts";
import { seeKinds } from "../prisma/store/task/kinds.ts";
import { dutiesOf } from "./duties/duties.ts";
import { type LoopOf, runDuties } from "./duties/run-duties.ts";
import { LeaseKeeper } from "./engine/lease-keeper.ts";
import type { Wake } from "./engine/lease-table.ts";
import { makeRunner } from "./engine/runner.ts";
import { BESIDE, MOST_WITH_STORAGE } from "./lines.ts";
import { outliveDatabase, startOrEnd } from "./outlive-database.ts";
import { repeat } from "./repeat.ts";
import { openLaneWaking } from "./sequencer/lane-waking.ts";
import { runSequencer } from "./sequencer/run-sequencer.ts";
import { startDelivery } from "./start-delivery.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { untilDatabase } from "./until-database.ts";
import { wire } from "./wiring.ts";
import { makeWorks } from "./works.ts";

const INSTANCE_MS = 5_000;
const KINDS_MS = 60_000;
const ROOTS_MS = 1_000;
/** How long the database is waited for at the start, and how long between two tries. */
const [DATABASE_MS, DATABASE_PAUSE_MS] = [60_000, 500];
/** After which an answer to the sequencer is of no use, in ticks: others take over sooner than that. */
const PATIENCE = 8;
const LEAST_PATIENCE_MS = 500;
/** How long a loop's iteration may take to end once everything else has ended; a longer one is cut off as by a kill. */
const LOOPS_MS = 5_000;

/** Runs a worker until a signal ends it. `ledgers`: the ledger adapters; a benchmark passes its own. */
export async function runWorker(settings: Env, ledgers: Ledgers): Promise<void> {
  const log = createLog(settings.LOG_LEVEL, "worker");
  outliveDatabase(log);
  await startOrEnd(log, () => start(settings, ledgers, log));
}

async function start(settings: Env, ledgers: Ledgers, log: Log): Promise<void> {
  await untilDatabase(settings.DATABASE_URL, DATABASE_MS, log);
  const wired = await wire(settings, log, ledgers);
  const { ctx, lanePorts, taskPorts, table, watchRoots, standsDown, close } = wired;
  const { LEASE_MS, CLAIM_MS, LEASE_RENEWALS } = settings;
  const { faultPoint } = lanePorts;
  const keeper = new LeaseKeeper(table, Math.min(LEASE_MS, CLAIM_MS) / LEASE_RENEWALS, {
    log,
    faultPoint,
    leaseMs: (kind) => (kind === "lane" ? CLAIM_MS : LEASE_MS),
  });
  const wakeIn = (ms: number) => void setTimeout(() => look.now(), ms).unref();
  const works = makeWorks(wired, wakeIn);
  const onLocked = (wake: Wake) => delivery.again(wake);
  const run = makeRunner({ table, keeper, works, isUnavailable: isDatabaseAway, onLocked, log });
  const until = performance.now() + DATABASE_MS;
  await withTries(
    {
      tries: DATABASE_MS / DATABASE_PAUSE_MS,
      pauseMs: () => DATABASE_PAUSE_MS,
      isWorthIt: (error) => isDatabaseAway(error) && performance.now() < until,
      onRetry: (error) => log.warn({ err: error }, "waiting for the database"),
    },
    () => registerTasks(ctx, [...taskPorts.definitions.values()]),
  );
  const delivery = await startDelivery(settings, table, run, log);

  const loopShare = new Share(BESIDE.loops);
  const loopsOf =
    (...shares: readonly Share[]): LoopOf =>
    (name, act, everyMs, firstMs) =>
      repeat(name, () => within(shares, act), everyMs, log, firstMs);
  const loop = loopsOf(loopShare);
  const storageLoop = loopsOf(new Share(MOST_WITH_STORAGE), loopShare);
  const look = loop("look", async () => delivery.poke(), settings.POLL_MS);
  const duties = runDuties(dutiesOf(wired, { pollMs: settings.POLL_MS }), { ctx, log, loop, storageLoop });
  const lanes = openLaneWaking((laneIds) => wakePositioned(ctx, laneIds), look.now, loop);
  const loops = [
    duties,
    look,
    loop("watch", () => delivery.watch(), settings.POLL_MS),
    loop("instance", () => showUp(ctx.db, lanePorts.instance, os.hostname()), INSTANCE_MS),
    loop("kinds", () => seeKinds(ctx.db, [...taskPorts.definitions.keys()]), KINDS_MS, KINDS_MS),
    loop(
      "roots",
      async () => {
        await watchRoots();
        // duties need the storages: a worker that has them all is to do them
        if (standsDown()) sequencer.stepDown();
      },
      ROOTS_MS,
    ),
  ];
  const { SEQUENCER_TICK_MS: tickMs } = settings;
  const patienceMs = Math.max(LEAST_PATIENCE_MS, PATIENCE * tickMs);
  const ofSequencer = connectSql(settings.DATABASE_URL, {
    max: BESIDE.sequencer,
    name: "sequencer",
    patienceMs,
  });
  const sequencer = runSequencer(
    {
      db: ofSequencer,
      order: orderLogOf(settings),
      env: settings,
      log,
      onStint: duties.hold,
      onWaking: lanes.add,
    },
    { ...TIMING, tickMs },
  );
  ctx.changes.hearHere((change) => {
    if (change.due) delivery.hear(wakesOf(change));
  });
  const listener = listen(
    settings.DATABASE_URL,
    (message) => {
      if (message.due) delivery.hear(message.wakes ?? []);
      // a batch may have been accepted, or may have ended
      if (message.due || message.batches.length > 0) sequencer.hearOfIntake();
    },
    () => look.now(),
    undefined,
    (beat) => sequencer.hearOf(beat),
  );
  log.info({ redis: settings.REDIS_URL !== undefined, concurrency: settings.JOB_CONCURRENCY }, "ready");

  const stop = async () => {
    log.info({}, "stopping: waiting for running jobs to reach a safe point");
    const ended = Promise.all(loops.map((each) => each.stop()));
    await listener.close();
    await sequencer.stop();
    // after the last beat, which gives positions too
    const woken = lanes.stop();
    await delivery.close(() => keeper.abortAll());
    await keeper.stop();
    // the pool is ended last: anything that still used it would fail
    const isOver = await Promise.race([Promise.all([ended, woken]).then(() => true), sleep(LOOPS_MS, false)]);
    await leaveInstance(ctx.db, lanePorts.instance);
    if (isOver) await close();
    log.info({ isOver }, "stopped");
  };
  stopOnSignal(stop, settings.SHUTDOWN_MS, log);
}
