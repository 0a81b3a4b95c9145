import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openEtcdLog } from "../../adapters/sequencer/etcd-log.ts";
import type { Beat } from "../../core/sequencer/epoch.ts";
import type { CoordinationStore, OrderLog } from "../../core/sequencer/ports.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { replayedStore } from "../../operations/sequencer/replayed-store.ts";
import { postgresStore } from "../../operations/sequencer/store.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { listen } from "../../prisma/listen.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listEpochs } from "../../prisma/store/sequencer.ts";
import { agreeOnStore } from "../../prisma/store/sequencer-replay.ts";
import { testDatabase } from "../setup/database.ts";
import { type LosingProxy, openLosingProxy } from "./losing-proxy.ts";
import { openMemoryStore } from "./memory-store.ts";

/** A coordination store under test, with nothing in it yet. */
export type Subject = {
  /** The store as a process has it that has just started. */
  connect(): CoordinationStore;
  /** The next publication is carried out, and its answer does not arrive. */
  loseNextAnswer(): void;
  intake(count: number): Promise<void>;
  /** The positions given so far, ascending. */
  positions(): Promise<readonly number[]>;
  pass(ms: number): Promise<void>;
  /** How many beats are kept; "all": every one that gave a position, for ever. */
  readonly kept: number | "all";
  /** The seqs of the beats kept above `after`. */
  log(after: number): Promise<readonly number[]>;
  watch(onBeat: (beat: Beat) => void): Promise<{ stop(): Promise<void> }>;
  end(): Promise<void>;
};

/** Beats that the memory store and etcd keep here, so that a test gets past them. */
export const KEPT = 8;

export async function memorySubject(): Promise<Subject> {
  const memory = openMemoryStore(TIMING, KEPT);
  return {
    connect: memory.connect,
    loseNextAnswer: () => {
      memory.fail.answer = true;
    },
    intake: async (count) => memory.intake(count),
    positions: async () => Array.from({ length: memory.given() }, (_, place) => place + 1),
    pass: async (ms) => memory.advance(ms),
    kept: KEPT,
    log: async (after) => memory.list(after).map(({ seq }) => seq),
    watch: async (onBeat) => {
      const { stop } = memory.watch(onBeat);
      return { stop: async () => stop() };
    },
    end: async () => undefined,
  };
}

export async function postgresSubject(): Promise<Subject> {
  const base = await openDatabase();
  let isLosing = false;
  // the statement is executed; what comes back is lost
  const losing: Sql = {
    $executeRaw: (text, ...values) => base.db.$executeRaw(text, ...values),
    $queryRaw: async <T>(text: Parameters<Sql["$queryRaw"]>[0], ...values: readonly unknown[]) => {
      const rows = await base.db.$queryRaw<T>(text, ...values);
      if (!isLosing) return rows;
      isLosing = false;
      throw new Error("the answer was lost");
    },
  };
  return {
    ...base,
    connect: () => postgresStore(losing, TIMING),
    loseNextAnswer: () => {
      isLosing = true;
    },
    kept: "all",
    log: async (after) => (await listEpochs(base.db, after, 1_000)).map(({ seq }) => seq),
    watch: async (onBeat) => {
      const listening = listen(
        base.url,
        () => undefined,
        () => undefined,
        undefined,
        onBeat,
      );
      await listening.ready;
      return { stop: () => listening.close() };
    },
  };
}

/** As `postgresSubject`; the order in etcd at `etcdUrl`, under names of its own. */
export async function etcdSubject(etcdUrl: string): Promise<Subject> {
  const base = await openDatabase();
  await agreeOnStore(base.db, "etcd", 0);
  const proxy: LosingProxy = await openLosingProxy(etcdUrl);
  const [prefix, of] = [randomUUID(), randomUUID()];
  const logs: OrderLog[] = [];
  const openLog = () => {
    const log = openTestLog(proxy.url, prefix);
    logs.push(log);
    return log;
  };
  const own = openLog();
  return {
    ...base,
    connect: () =>
      replayedStore({ db: base.db, log: openLog(), of, timing: TIMING, onWaking: () => undefined }),
    loseNextAnswer: () => proxy.loseAnswerTo("/v3/kv/txn"),
    kept: KEPT,
    log: async (after) => (await own.list(after, 1_000)).map(({ seq }) => seq),
    watch: async (onBeat) => {
      const { stop } = own.watch(onBeat);
      return { stop: async () => stop() };
    },
    end: async () => {
      await Promise.all(logs.map((log) => log.close()));
      await proxy.close();
      await base.end();
    },
  };
}

/** A log of KEPT beats, patient, since the machine may be busy. */
export function openTestLog(urls: string, prefix: string, patienceMs = 5_000): OrderLog {
  const access = { user: "", password: "", caFile: undefined, timeoutMs: patienceMs };
  return openEtcdLog({ ...access, urls: urls.split(","), prefix, kept: KEPT });
}

async function openDatabase() {
  const database = await testDatabase();
  const db = connect(database.url, { max: 8, name: "test" });
  return {
    db,
    url: database.url,
    intake: (count: number) => addItems(db, count),
    positions: () => positionsIn(db),
    pass: async (ms: number) => void (await sleep(ms)),
    end: async () => {
      await db.$disconnect();
      await database.drop();
    },
  };
}

/** So many more things wait for a position. */
export async function addItems(db: Db, count: number): Promise<void> {
  const data = Array.from({ length: count }, () => ({ kind: "task", itemId: randomUUID(), at: new Date() }));
  await db.sequenced.createMany({ data });
}

/** The positions given so far, ascending. */
export async function positionsIn(db: Db): Promise<readonly number[]> {
  const rows = await db.sequenced.findMany({
    where: { position: { not: null } },
    orderBy: { position: "asc" },
  });
  return rows.map(({ position }) => Number(position));
}
