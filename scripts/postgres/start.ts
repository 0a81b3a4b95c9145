import { rename } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { freePort } from "../free-port.ts";
import { Problem } from "../problem.ts";
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

const RETRY_MS = 200;
const RETRIES = 50;

/** Starts the embedded PostgreSQL on 127.0.0.1. Throws a Problem, in a sentence, when the folder or port cannot be used. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = await findBinaries();
  const how = await chooseLaunch(binaries, await openFolder(options.dataDir));
  const isMade = await holdsCluster(how);
  const password = await readPassword(how, !isMade);
  if (!isMade) await makeCluster(how);
  const { server, port } = await serve(how, options);
  const urlOf = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  try {
    await createDatabase(urlOf("postgres"), "waybill");
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
  return {
    url: urlOf("waybill"),
    port,
    pid: server.pid,
    dataDir: how.home,
    ended: server.ended,
    stop: server.stop,
  };
}

async function makeCluster(how: Launch): Promise<void> {
  const unfinished = await clearUnfinished(how.home);
  const encoding = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${path.join(how.home, "password")}`];
  const child = launch(how, how.binaries.initdb, ["-D", unfinished, ...access, ...encoding, "--no-sync"]);
  const failure = await watch(child).ended;
  if (failure !== undefined) throw new Problem(`The database could not be made in ${how.home}: ${failure}`);
  await rename(unfinished, clusterIn(how.home));
}

/** Starts the server; tries again while a killed predecessor's last processes end, or when a chosen port is taken. */
async function serve(how: Launch, { port: wanted, settings = {} }: PostgresOptions) {
  for (let tries = 0; ; tries += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { port, server: await startServer(how, port, settings) };
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

async function startServer(how: Launch, port: number, settings: Readonly<Record<string, string>>) {
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
