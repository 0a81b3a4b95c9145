import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Context } from "../../operations/context.ts";
import type { WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy/start.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";
import { watchDoomedLanes } from "./doomed-lanes.ts";
import { type ChaosLane, laneName, makeLane, planLanes, submitLane } from "./lanes.ts";
import { Recoveries } from "./recovery.ts";
import { type Neighbours, openNeighbours } from "./repository/neighbours.ts";
import { Repository } from "./repository/repository.ts";
import { openServers, type Servers } from "./servers.ts";
import { operatorContext, workerEnv } from "./settings.ts";
import { openStorageDisk, type StorageDisk } from "./storage-disk.ts";
import { started, told } from "./supervisor.ts";
import { surely } from "./surely.ts";
import { watchTakeovers } from "./takeovers.ts";
import type { GivenTask } from "./tasks/given-task.ts";
import { Troubles } from "./troubles.ts";

/** Batches that were handed in to ledger lanes. `acknowledged`: what was taken. */
export type Tally = { attempted: number; acknowledged: number };

/** Everything the run is made of, each in a process of its own but the ledger. */
export type World = Servers & {
  readonly ctx: Context;
  /** The disk working and object storage are on. */
  readonly disk: StorageDisk;
  readonly repository: Repository;
  /** Tasks that were acknowledged, and the file beside the database in which their steps leave a line each. */
  readonly tasks: { readonly given: GivenTask[]; readonly witness: string };
  readonly neighbours: Neighbours;
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
  /** The log of every worker there was, each growing while its worker runs. */
  readonly logs: readonly (readonly string[])[];
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
  /** Sets the clock of the worker of a place, seconds ahead of the true time; only the first two have one. */
  setClock(place: number, offsetS: number): Promise<void>;
  end(): Promise<void>;
};

/** Files of the clocks of the first two workers. */
const CLOCKS = ["clock-0", "clock-1"];
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
  await watchDoomedLanes(servers);
  const neighbours = await openNeighbours();
  const disk = await openStorageDisk(path.join(folder, "disk"));
  const ledger = await startFakeLedger({ settleMs: 10 });
  const redisDoor = await startFaultProxy({ targetPort: Number(new URL(servers.redisUrl).port) });
  const doors = await Promise.all(Array.from({ length: plan.workers }, () => openDoor(servers.databaseUrl)));
  const env = {
    ...workerEnv({
      databaseUrl: servers.databaseUrl,
      redisUrl: redisDoor.urlOf(servers.redisUrl),
      disk: disk.folder,
      ledgers: ledgersOf(ledger, plan.lanes + MOST_FED),
    }),
    ...neighbours.env,
  };
  const ctx = operatorContext(servers.databaseUrl, env);
  const repository = new Repository(ctx, neighbours, plan.seed);
  await repository.open();
  const tasks = { given: [], witness: path.join(folder, "witness") };
  await writeFile(tasks.witness, "");
  const workers: (WorkerProcess | undefined)[] = Array.from({ length: plan.workers });
  const clocks = CLOCKS.map((name) => path.join(folder, name));
  await Promise.all(clocks.map((clock) => setClock(clock, 0)));
  const lanes: ChaosLane[] = [];
  const deaths: string[] = [];
  const logs: (readonly string[])[] = [];
  // two faults may start one at the same place
  const running = new Set<WorkerProcess>();
  const starting = new Set<Promise<WorkerProcess>>();
  let isOver = false;
  let planned = 0;
  const tally = { attempted: 0, acknowledged: 0 };
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
    disk,
    repository,
    tasks,
    neighbours,
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
    logs,
    feed,
    submit,
    startWorker: async (place, more = {}) => {
      const door = doors[place]?.urlOf(servers.databaseUrl) ?? servers.databaseUrl;
      const own = {
        ...env,
        DATABASE_URL: door,
        ...(clocks[place] === undefined ? {} : clockEnv(clocks[place])),
        ...more,
      };
      if (isOver) throw new Error("the run is over");
      const start = started(own, () => isOver);
      starting.add(start);
      const worker = told(await start.finally(() => starting.delete(start)), (how, lines) => {
        if (more.FAULT_POINTS === undefined)
          deaths.push(`pid ${worker.pid} ended by itself with ${how}: ${lines}`);
        if (workers[place] === worker) workers[place] = undefined;
      });
      workers[place] = worker;
      running.add(worker);
      void worker.ended.then(() => running.delete(worker));
      logs.push(worker.lines);
      return worker;
    },
    setClock: async (place, offsetS) => {
      const clock = clocks[place];
      if (clock === undefined) throw new Error(`worker ${place} has the true clock`);
      await setClock(clock, offsetS);
    },
    end: async () => {
      isOver = true;
      await Promise.allSettled(starting);
      for (const worker of running) worker.kill("SIGCONT");
      await Promise.all([...running].map((worker) => worker.stop()));
      await ctx.changes.flush();
      await ctx.db.$disconnect();
      await Promise.all([...doors, redisDoor].map((door) => door.close()));
      await ledger.close();
      await neighbours.end();
      await disk.end();
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
