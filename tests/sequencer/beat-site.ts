import { expect } from "vitest";
import { TIMING } from "../../core/sequencer/timing.ts";
import { GONE_MS } from "../../operations/sequencer/identity.ts";
import { readLatest } from "../../prisma/store/sequencer.ts";
import { listNodes, listTakeovers } from "../../prisma/store/sequencer-watch.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { busily } from "./watched-beats.ts";

/**
 * What a takeover may take beside its ticks: 60 ms where nothing else wants the processor, and four ticks, since on two cores
 * with other tests the process whose turn it is gets its processor that much later.
 */
const SLACK_MS = 60 + 4 * TIMING.tickMs;
/** The store's times are whole milliseconds, and no two clocks go alike. */
const EARLY_MS = 3;
/**
 * With two other test files and a build on two cores a process may get no processor for seconds (5.8 were seen). Longer than
 * this no worker is kept from its turn; a takeover by a time-out or a lease of 15 s would take longer.
 */
export const BUSY_MS = 8_000;

/**
 * Of several takeovers each is late by no more than a busy machine makes it, and half of them by nothing: a bound that is
 * missed by a rule is missed by all. None is early, however busy the machine is: a node that cannot tell whether its turn has
 * come asks once more.
 */
export function expectWithin(gapsMs: readonly number[], ticks: number): void {
  const mostMs = ticks * TIMING.tickMs;
  expect(gapsMs.length).toBeGreaterThan(0);
  expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(mostMs - EARLY_MS);
  const median = gapsMs.toSorted((one, other) => one - other)[Math.floor((gapsMs.length - 1) / 2)];
  expect(median).toBeLessThan(mostMs + SLACK_MS);
  expect(Math.max(...gapsMs)).toBeLessThan(mostMs + BUSY_MS);
}

const PATIENCE_MS = 30_000;

/** The writer, by the register: its process, key and term. */
export type Writer = { readonly worker: WorkerProcess; readonly key: string; readonly term: number };

/** `gapMs`: from the last beat of `from` to the first of `to`. */
export type Succession = {
  readonly from: string;
  readonly to: string;
  readonly term: number;
  readonly gapMs: number;
};

/** Workers that write beats on a database of their own. All times are the store's. */
export type BeatSite = {
  readonly installation: Installation;
  start(env?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  /** Ends a process at once and waits for it. */
  kill(...workers: readonly WorkerProcess[]): Promise<void>;
  /** Waits until there are so many nodes. @returns their keys, in the order of the ring */
  ring(count: number): Promise<readonly string[]>;
  writer(): Promise<Writer>;
  /** The process that runs as a node. */
  workerOf(key: string): Promise<WorkerProcess>;
  /**
   * Waits until another node has taken over from `gone`, which had the beats in `term` or later: on a busy machine they may
   * have changed hands among these before.
   */
  succession(gone: readonly string[], term: number): Promise<Succession>;
  /** Gives something to order all the time, so that no periods grow longer. */
  busily<Result>(act: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

export async function openBeatSite(options: Parameters<typeof makeInstallation>[0] = {}): Promise<BeatSite> {
  const installation = await makeInstallation(options);
  const { db } = installation.ctx;
  const workers: WorkerProcess[] = [];
  const workerOf = async (key: string) => {
    const { incarnation } = await db.sequencerNode.findUniqueOrThrow({ where: { key } });
    const found = workers.find(({ lines }) => lines.some((line) => line.includes(incarnation)));
    if (!found) throw new Error(`no worker runs as ${key}`);
    return found;
  };
  return {
    installation,
    workerOf,
    start: async (env = {}) => {
      const worker = await startWorker({ ...installation.workerEnv, ...env });
      workers.push(worker);
      return worker;
    },
    kill: async (...dead) => {
      for (const worker of dead) worker.kill("SIGKILL");
      await Promise.all(dead.map(({ ended }) => ended));
    },
    ring: async (count) => {
      let keys: readonly string[] = [];
      await until(async () => {
        keys = (await listNodes(db, GONE_MS)).map(({ key }) => key);
        return keys.length === count || `there are ${keys.length} nodes, not ${count}`;
      }, PATIENCE_MS);
      return keys;
    },
    writer: () => writerOf(db, workers),
    succession: (gone, term) => succession(db, gone, term),
    busily: (act) => busily(db, act),
    close: async () => {
      for (const worker of workers) worker.kill("SIGCONT");
      await Promise.all(workers.map((worker) => worker.stop()));
      await installation.end();
    },
  };
}

type Db = Installation["ctx"]["db"];

async function writerOf(db: Db, workers: readonly WorkerProcess[]): Promise<Writer> {
  let found: Writer | undefined;
  await until(async () => {
    const beat = (await readLatest(db))?.beat;
    const worker = beat && workers.find(({ lines }) => lines.some((line) => line.includes(beat.incarnation)));
    if (beat && worker && !beat.handsOver) found = { worker, key: beat.writer, term: beat.term };
    return found !== undefined || "nobody writes beats";
  }, PATIENCE_MS);
  if (!found) throw new Error("nobody writes beats");
  return found;
}

async function succession(db: Db, gone: readonly string[], term: number): Promise<Succession> {
  let found: Succession | undefined;
  await until(async () => {
    for (const { from, to, gapMs, ...row } of await listTakeovers(db, 20)) {
      const isIt = from !== null && gone.includes(from) && !gone.includes(to) && Number(row.term) > term;
      if (isIt) found = { from, to, term: Number(row.term), gapMs: gapMs ?? Number.NaN };
    }
    return found !== undefined || "nobody has taken over";
  }, PATIENCE_MS);
  if (!found) throw new Error("nobody has taken over");
  return found;
}
