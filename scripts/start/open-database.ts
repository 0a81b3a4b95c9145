import { setTimeout as delay } from "node:timers/promises";
import { step } from "../bootstrap/progress.mjs";
import { deploy } from "../db/deploy.ts";
import { Ballast, SCARCE_BYTES } from "../postgres/ballast.ts";
import type { ServerProcess } from "../postgres/server-process.ts";
import { type Cluster, openCluster } from "../postgres/start.ts";
import { messageOf, Problem } from "../problem.ts";
import { openOutput } from "./output.ts";
import type { Stopping } from "./stop.ts";
import { type Run, supervise } from "./supervise.ts";

export interface Database {
  readonly url: string;
  /** From now on an embedded server that dies is started again. */
  keepAlive(): void;
  /** Rejects with a Problem when the embedded server cannot be kept alive; never settles for another server. */
  readonly failed: Promise<never>;
}

export interface DatabaseOptions {
  readonly folder: string;
  readonly logs: string;
  readonly reserveBytes: number | undefined;
  readonly stopping: Stopping;
}

/** For a server that may wait for space, as one that ran before may. */
interface Wait {
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

const LOOK_MS = 2_000;
const NO_SPACE = /No space left on device/;
/** Memory that is shared is no disk, though it can be full in the same words. */
const NO_DISK = /shared memory/;

/** The database of DATABASE_URL, or else the embedded one in `folder`; with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const given = process.env.DATABASE_URL;
  const database = given
    ? { url: given, keepAlive: () => {}, failed: new Promise<never>(() => {}) }
    : await step("Starting PostgreSQL", () => startEmbedded(options));
  await step("Bringing the database up to date", () => deploy(database.url));
  return database;
}

async function startEmbedded({ folder, logs, reserveBytes, stopping }: DatabaseOptions): Promise<Database> {
  const output = openOutput("postgres", logs);
  const cluster = await openCluster({ dataDir: folder, take: output.take });
  stopping.add(async () => {
    cluster.close();
    output.close();
  });
  const ballast = new Ballast({ folder: cluster.dataDir, reserveBytes, say: output.say });
  let isFirst = true;
  const server = await supervise({
    name: "embedded PostgreSQL",
    log: output.file,
    say: output.say,
    counts: (how) => !isForSpace(how) && ballast.freeBytes >= SCARCE_BYTES,
    start: async (signal) => {
      const wait = isFirst ? undefined : { signal, say: output.say };
      isFirst = false;
      return asRun(await startWithRoom(cluster, ballast, wait));
    },
  });
  stopping.add(() => server.stop());
  lookAfter(ballast, stopping.signal);
  return { url: cluster.url, failed: server.failed, keepAlive: () => server.keepAlive() };
}

/** Starts the server, on a full disk with the ballast's space; without any it waits for some, or throws a Problem. */
async function startWithRoom(
  cluster: Cluster,
  ballast: Ballast,
  wait: Wait | undefined,
): Promise<ServerProcess> {
  for (let tries = 0; ; tries += 1) {
    if (ballast.freeBytes < SCARCE_BYTES) await ballast.giveUp();
    try {
      return await cluster.serve();
    } catch (thrown) {
      if (!isForSpace(messageOf(thrown))) throw thrown;
    }
    if (await ballast.giveUp()) continue;
    const sentence = `PostgreSQL cannot start, since the disk of ${cluster.dataDir} is full.`;
    if (!wait) throw new Problem(`${sentence} Make room there, at least 50 MB; then start again.`);
    if (tries === 0) wait.say(`${sentence} Make room there; it goes on by itself then.`);
    do await delay(LOOK_MS, undefined, { signal: wait.signal });
    while (ballast.freeBytes < SCARCE_BYTES);
  }
}

function isForSpace(how: string): boolean {
  return NO_SPACE.test(how) && !NO_DISK.test(how);
}

function asRun({ pid, ended, stop }: ServerProcess): Run {
  return { pid, stop, ended: ended.then((reason) => `by itself: ${reason ?? "somebody stopped it"}`) };
}

function lookAfter(ballast: Ballast, signal: AbortSignal): void {
  const loop = async () => {
    for (; !signal.aborted; await delay(LOOK_MS, undefined, { ref: false })) await ballast.look();
  };
  void loop();
}
