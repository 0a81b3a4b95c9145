import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { Changes } from "../../prisma/changes.ts";
import { connect } from "../../prisma/client.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy/start.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";
import { type ChaosLane, laneName, makeLane, planLanes, submitLane } from "./lanes.ts";
import { Recoveries } from "./recovery.ts";
import { openServers, type Servers } from "./servers.ts";
import { started, told } from "./supervisor.ts";
import { surely } from "./surely.ts";
import { watchTakeovers } from "./takeovers.ts";
import { Troubles } from "./troubles.ts";

/** Scaled times: claims of 2 and 8 s, calls of 1 s that settle in 0.5 s, a delay window of 2 s, a grace time of 3 s. */
const TIMES = {
  LANE_TIMES: "0.1",
  CLAIM_MS: "2000",
  CLAIM_LAST_MS: "8000",
  LEASE_MS: "4000",
  POLL_MS: "500",
  DELIVERY_SILENT_MS: "2000",
  DATABASE_IDLE_MS: "1500",
  DATABASE_LOCK_MS: "3000",
};
export const CLAIM_MS = Number(TIMES.CLAIM_MS);
export const CLAIM_LAST_MS = Number(TIMES.CLAIM_LAST_MS);
/** How long a SIGSTOP lasts: longer than both expiries. */
export const PAUSE_MS = 9_000;

/** What was handed in: batches to lanes, and deposits. `acknowledged`, `deposits`: what was taken. */
export type Tally = {
  attempted: number;
  acknowledged: number;
  depositsAttempted: number;
  deposits: number;
};

/** Everything the run is made of, each in a process of its own but the ledger. */
export type World = Servers & {
  readonly ctx: Context;
  readonly folder: string;
  readonly ledger: FakeLedger;
  /** Environment of a worker. */
  readonly env: Readonly<Record<string, string>>;
  readonly workers: (WorkerProcess | undefined)[];
  /** Between the worker of each place and PostgreSQL. */
  readonly doors: readonly FaultProxy[];
  /** Between all workers and Redis. */
  readonly redisDoor: FaultProxy;
  readonly tally: Tally;
  readonly troubles: Troubles;
  readonly recoveries: Recoveries;
  /** Workers that ended without being told to, with their last lines. */
  readonly deaths: readonly string[];
  /** Lanes that were made so far. */
  readonly lanes: readonly ChaosLane[];
  /** Makes lanes for a fault that wants work of its own, at most 400 in a run; `submit`: whether their batches come at once. */
  feed(
    count: number,
    more?: { readonly batches?: number; readonly settings?: object; readonly submit?: boolean },
  ): Promise<readonly ChaosLane[]>;
  /** Hands a lane's batches in, in one list. */
  submit(lane: ChaosLane): Promise<void>;
  /** Starts the worker of a place, after one that was there has ended. */
  startWorker(place: number, more?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  /** Sets the clock of the first worker, seconds ahead of the true time. */
  setClock(offsetS: number): Promise<void>;
  end(): Promise<void>;
};

/** Lanes that may come later than those of the plan. */
const MOST_FED = 400;
const FED_BATCHES = 5;

/** Makes a world without lanes, whose workers are yet to be started. `lanes`: how many it will have beside 400 for faults. */
export async function makeWorld(plan: {
  readonly seed: number;
  readonly lanes: number;
  readonly workers: number;
}): Promise<World> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-chaos-"));
  const servers = await openServers(path.join(folder, "postgres"));
  await watchTakeovers(servers);
  const ledger = await startFakeLedger({ settleMs: 10 });
  const redisDoor = await startFaultProxy({ targetPort: Number(new URL(servers.redisUrl).port) });
  const doors = await Promise.all(Array.from({ length: plan.workers }, () => openDoor(servers.databaseUrl)));
  const env = workerEnv(folder, servers, redisDoor, ledgersOf(ledger, plan.lanes + MOST_FED));
  const ctx = contextOf(servers.databaseUrl, env);
  const workers: (WorkerProcess | undefined)[] = Array.from({ length: plan.workers });
  const clock = path.join(folder, "clock");
  await setClock(clock, 0);
  const lanes: ChaosLane[] = [];
  const deaths: string[] = [];
  let planned = 0;
  const tally = { attempted: 0, acknowledged: 0, depositsAttempted: 0, deposits: 0 };
  const submit = async (lane: ChaosLane) => {
    tally.attempted += lane.batches.length;
    await submitLane(ctx, lane);
    tally.acknowledged += lane.batches.length;
  };
  const feed: World["feed"] = async (
    count,
    { batches = FED_BATCHES, settings = {}, submit: isGiven = true } = {},
  ) => {
    if (planned + count > plan.lanes + MOST_FED) throw new Error("the run has no more lanes");
    const fed = planLanes(plan.seed, count, batches, planned);
    planned += count;
    for (const lane of fed) {
      await makeLane(ctx, lane, settings);
      lanes.push(lane);
      if (isGiven) await surely(() => submit(lane));
    }
    return fed;
  };
  return {
    ...servers,
    ctx,
    folder,
    ledger,
    env,
    workers,
    doors,
    redisDoor,
    lanes,
    tally,
    troubles: new Troubles(),
    recoveries: new Recoveries(ledger),
    deaths,
    feed,
    submit,
    startWorker: async (place, more = {}) => {
      const door = doors[place]?.urlOf(servers.databaseUrl) ?? servers.databaseUrl;
      const own = { ...env, DATABASE_URL: door, ...(place === 0 ? clockEnv(clock) : {}), ...more };
      const worker = told(await started(own), (how, lines) => {
        if (more.FAULT_POINTS === undefined)
          deaths.push(`pid ${worker.pid} ended by itself with ${how}: ${lines}`);
        if (workers[place] === worker) workers[place] = undefined;
      });
      workers[place] = worker;
      return worker;
    },
    setClock: (offsetS) => setClock(clock, offsetS),
    end: async () => {
      await Promise.all(workers.map((worker) => worker?.stop()));
      await ctx.changes.flush();
      await ctx.db.$disconnect();
      await Promise.all([...doors, redisDoor].map((door) => door.close()));
      await ledger.close();
      await servers.endServers();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function openDoor(databaseUrl: string): Promise<FaultProxy> {
  return startFaultProxy({
    targetPort: Number(new URL(databaseUrl).port),
    readRequests: () => postgresStatements("waybill-worker"),
  });
}

/** A connection for each of the first lanes, and one for all scabbard lanes. */
function ledgersOf(ledger: FakeLedger, lanes: number): string {
  const own = Array.from({ length: lanes }, (_, place) => [
    laneName(place),
    { url: ledger.sawtoothUrl(laneName(place)) },
  ]);
  return JSON.stringify(Object.fromEntries([["scabbard", { url: ledger.url }], ...own]));
}

function workerEnv(folder: string, servers: Servers, redisDoor: FaultProxy, ledgers: string) {
  return {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: redisDoor.urlOf(servers.redisUrl),
    AUTH_SECRET: "c".repeat(32),
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    LOG_LEVEL: "info",
    LEDGERS: ledgers,
    ...TIMES,
  };
}

function contextOf(databaseUrl: string, env: Readonly<Record<string, string>>): Context {
  const db = connect(databaseUrl, { max: 4, name: "chaos", lockMs: 3_000, idleMs: 1_500 });
  return {
    db,
    actor: { ...SYSTEM, id: "operator", name: "Operator" },
    now: () => new Date(),
    uuid: randomUUID,
    changes: new Changes(db, () => undefined),
    env: Env.parse(env),
    log: createLog("silent", "chaos"),
  };
}
