import { setTimeout as delay } from "node:timers/promises";
import { step } from "../bootstrap/progress.mjs";
import { makeApplicationRole } from "../db/application-role.ts";
import { bringUpToDate } from "../db/bring-up-to-date.ts";
import { Ballast, SCARCE_BYTES } from "../postgres/ballast.ts";
import type { ServerProcess } from "../postgres/server-process.ts";
import { type Cluster, openCluster } from "../postgres/start.ts";
import { messageOf, Problem } from "../problem.ts";
import { openOutput } from "./output.ts";
import type { Stopping } from "./stop.ts";
import { type Run, supervise } from "./supervise.ts";

export interface Database {
  /** As the application's role. */
  readonly url: string;
  /** As who owns the tables; the same where there is no other role. */
  readonly ownerUrl: string;
  /** From now on an embedded server that dies is started again. */
  keepAlive(): void;
  /** Rejects with a Problem when the embedded server cannot be kept alive; never settles for another server. */
  readonly failed: Promise<never>;
}

export interface DatabaseOptions {
  readonly folder: string;
  readonly logs: string;
  readonly reserveBytes: number | undefined;
  /** The fewest connections an embedded server has to allow. */
  readonly connections?: number;
  readonly stopping: Stopping;
  /** How often it is looked how full the disk is. */
  readonly lookMs?: number;
}

/** For a server that may wait for space, as one that ran before may. */
interface Wait {
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

const UNPROTECTED =
  "Waybill owns its tables, so the database does not protect the audit: set DATABASE_OWNER_URL to a role of its own (docs/reference/audit.md).";
const LEAST_CONNECTIONS = 200;
const LOOK_MS = 2_000;
const NO_SPACE = /No space left on device/;
/** Memory that is shared is no disk, though it can be full in the same words. */
const NO_DISK = /shared memory/;

/**
 * The database of DATABASE_URL, or else the embedded one in `folder`; with every migration applied by the owner of its
 * tables, and as the application's role sees it.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { DATABASE_URL: given, DATABASE_OWNER_URL: owner } = process.env;
  if (!given) {
    const embedded = await step("Starting PostgreSQL", () => startEmbedded(options));
    const { ownerUrl } = embedded;
    const url = await step("Bringing the database up to date", async () => {
      const url = await makeApplicationRole(ownerUrl);
      await bringUpToDate({ url, ownerUrl });
      return url;
    });
    return { ...embedded, url };
  }
  const ownerUrl = owner || given;
  const { isProtected } = await step("Bringing the database up to date", () =>
    bringUpToDate({ url: given, ownerUrl }),
  );
  if (!isProtected) console.log(UNPROTECTED);
  return { url: given, ownerUrl, keepAlive: () => {}, failed: new Promise<never>(() => {}) };
}

async function startEmbedded(options: DatabaseOptions): Promise<Omit<Database, "url">> {
  const { folder, logs, reserveBytes, connections = 0, stopping } = options;
  const output = openOutput("postgres", logs);
  const cluster = await openCluster({
    dataDir: folder,
    take: output.take,
    settings: { max_connections: String(Math.max(LEAST_CONNECTIONS, connections)) },
  });
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
  stopping.add(async () => {
    await server.stop();
    await ballast.settled();
  });
  lookAfter(ballast, stopping.signal, options.lookMs ?? LOOK_MS);
  return { ownerUrl: cluster.url, failed: server.failed, keepAlive: () => server.keepAlive() };
}

/** Starts the server, on a full disk with the ballast's space; without any it waits for some, or throws a Problem. */
async function startWithRoom(
  cluster: Cluster,
  ballast: Ballast,
  wait: Wait | undefined,
): Promise<ServerProcess> {
  for (let isSaid = false; ; ) {
    if (ballast.freeBytes < SCARCE_BYTES) await ballast.giveUp();
    const server = await serveIfRoom(cluster);
    if (server) return server;
    if (await ballast.giveUp()) continue;
    const sentence = `PostgreSQL cannot start, since the disk of ${cluster.dataDir} is full.`;
    if (!wait) throw new Problem(`${sentence} Make room there, at least 50 MB; then start again.`);
    if (!isSaid) wait.say(`${sentence} Make room there; it goes on by itself then.`);
    isSaid = true;
    do await delay(LOOK_MS, undefined, { signal: wait.signal });
    while (ballast.freeBytes < SCARCE_BYTES);
  }
}

/** Undefined when it could not be started for want of space. */
async function serveIfRoom(cluster: Cluster): Promise<ServerProcess | undefined> {
  try {
    return await cluster.serve();
  } catch (thrown) {
    if (isForSpace(messageOf(thrown))) return undefined;
    throw thrown;
  }
}

function isForSpace(how: string): boolean {
  return NO_SPACE.test(how) && !NO_DISK.test(how);
}

function asRun({ pid, ended, stop }: ServerProcess): Run {
  return { pid, stop, ended: ended.then((reason) => `by itself: ${reason ?? "somebody stopped it"}`) };
}

function lookAfter(ballast: Ballast, signal: AbortSignal, lookMs: number): void {
  const loop = async () => {
    for (; !signal.aborted; await delay(lookMs, undefined, { ref: false })) await ballast.look();
  };
  void loop();
}
