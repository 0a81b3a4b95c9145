import { rename } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { Problem } from "../problem.ts";
import { syncFolder } from "../write-durably.ts";
import { findBinaries } from "./binaries.ts";
import { clearUnfinished, holdsCluster, openFolder, readPassword } from "./data-folder.ts";
import { chooseLaunch, clusterIn, type Launch, launch } from "./launch.ts";
import { type ServerProcess, ServerRefused, watch } from "./server-process.ts";

export interface PostgresOptions {
  /** Made when missing; holds the database and its password. */
  readonly dataDir: string;
  /** On 127.0.0.1; a free one when left out. */
  readonly port?: number;
  /** Server settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Hears each line the server writes. */
  readonly take?: (line: string) => void;
}

export interface Postgres {
  /** Of the database `waybill`, as superuser. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The folder that holds the data; another one than asked for where root may not run PostgreSQL there. */
  readonly dataDir: string;
  /** Settles when the server has ended, with the reason when nobody asked it to. */
  readonly ended: Promise<string | undefined>;
  /** Ends every connection and shuts down cleanly. */
  stop(): Promise<void>;
}

/** A cluster that is there, whose folder is locked until `close`; its server may be started again and again. */
export interface Cluster {
  /** Of the database `waybill`, as superuser, while a server runs. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Throws a Problem in a sentence when it cannot be started. */
  serve(): Promise<ServerProcess>;
  close(): void;
}

const RETRY_MS = 200;
const RETRIES = 50;

/** Starts the embedded PostgreSQL on 127.0.0.1. Throws a Problem, in a sentence, when the folder or port cannot be used. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const cluster = await openCluster(options);
  try {
    const { pid, ended, stop } = await cluster.serve();
    void ended.then(cluster.close);
    return { url: cluster.url, port: cluster.port, dataDir: cluster.dataDir, pid, ended, stop };
  } catch (thrown) {
    cluster.close();
    throw thrown;
  }
}

/** Makes the cluster unless it is there. Its port is chosen by the first `serve` and kept, since addresses name it. */
export async function openCluster(options: PostgresOptions): Promise<Cluster> {
  const binaries = await findBinaries();
  const { home, close } = await openFolder(options.dataDir);
  try {
    const how = await chooseLaunch(binaries, home);
    const isMade = await holdsCluster(how);
    const password = await readPassword(how, !isMade);
    if (!isMade) await makeCluster(how, options.settings?.fsync !== "off");
    let port = options.port;
    const urlOf = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
    return {
      dataDir: how.home,
      close,
      get url() {
        return urlOf("waybill");
      },
      get port() {
        return port ?? 0;
      },
      async serve() {
        const served = await serve(how, { ...options, ...(port !== undefined && { port }) });
        port = served.port;
        await createDatabase(urlOf("postgres"), "waybill").catch(async (thrown: unknown) => {
          await served.server.stop();
          throw thrown;
        });
        return served.server;
      },
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** `isDurable` false is for databases that are thrown away. */
async function makeCluster(how: Launch, isDurable: boolean): Promise<void> {
  const unfinished = await clearUnfinished(how.home);
  const encoding = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${path.join(how.home, "password")}`];
  const sync = isDurable ? [] : ["--no-sync"];
  const child = launch(how, how.binaries.initdb, ["-D", unfinished, ...access, ...encoding, ...sync]);
  const failure = await watch(child).ended;
  if (failure !== undefined) throw new Problem(`The database could not be made in ${how.home}: ${failure}`);
  await rename(unfinished, clusterIn(how.home));
  if (isDurable) await syncFolder(how.home);
}

/** Starts the server; tries again while a killed predecessor's last processes end, or when a chosen port is taken. */
async function serve(how: Launch, options: PostgresOptions) {
  const { port: wanted } = options;
  for (let tries = 0; ; tries += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { port, server: await startServer(how, port, options) };
    } catch (thrown) {
      if (!(thrown instanceof ServerRefused)) throw thrown;
      if (tries >= RETRIES || !mayPass(thrown, wanted)) throw problemOf(thrown, how, port);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function isPortTaken({ message }: ServerRefused): boolean {
  return message.includes("could not create any TCP/IP sockets");
}

function mayPass(refused: ServerRefused, wanted: number | undefined): boolean {
  return refused.message.includes("shared memory block") || (isPortTaken(refused) && wanted === undefined);
}

function problemOf(refused: ServerRefused, how: Launch, port: number): Problem {
  const text = isPortTaken(refused)
    ? `Port ${port} is taken, so PostgreSQL cannot use it.`
    : `PostgreSQL could not start on ${how.home}: ${refused.message}`;
  return new Problem(text, { cause: refused });
}

async function startServer(how: Launch, port: number, { settings, take }: PostgresOptions) {
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: "200",
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = launch(how, how.binaries.postgres, ["-D", clusterIn(how.home), "-p", String(port), ...words]);
  if (child.stderr && take) createInterface({ input: child.stderr }).on("line", take);
  const server: ServerProcess = watch(child, how.diesWithParent);
  await server.ready;
  return server;
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}
