import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { print } from "./figure.ts";

/** What some work cost: of the database what it counts itself, of processes the processor's time as the kernel tells it. */
export type Costs = {
  readonly statements: number;
  readonly commits: number;
  readonly fsyncs: number;
  readonly walBytes: number;
  readonly ownCpuMs: number;
  readonly postgresCpuMs: number;
};

/** Whose costs: PostgreSQL with COUNTING among its settings, and Waybill's own processes, the workers or the web. */
export type Spenders = {
  readonly postgresUrl: string;
  readonly postgresPid: number;
  readonly ownPids: readonly number[];
};

/** Settings of a PostgreSQL that counts statements, those that begin and end transactions too. */
export const COUNTING = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_utility": "on",
  "pg_stat_statements.max": "5000",
} as const;

/** Each backend reports what it has counted at most once a second. */
const REPORTED_MS = 1_500;
/** The kernel's unit of processor time; Linux has had this one on every platform that Node.js runs on. */
const TICK_MS = 10;

/** Does `act` and counts what it costs; what is done at the same time counts too. */
export async function costsOf<Result>(
  spenders: Spenders,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly costs: Costs }> {
  const client = new pg.Client({ connectionString: spenders.postgresUrl });
  await client.connect();
  try {
    await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    const before = await read(client, spenders);
    const result = await act();
    await sleep(REPORTED_MS);
    const after = await read(client, spenders);
    return { result, costs: each((name) => after[name] - before[name]) };
  } finally {
    await client.end();
  }
}

/** The costs of several acts together. */
export function plus(some: Costs | undefined, more: Costs): Costs {
  return some === undefined ? more : each((name) => some[name] + more[name]);
}

/** Prints a share of them, one figure each. `what`: what the costs are divided by, as `a job`; `who`: the own processes. */
export function printCosts(what: string, count: number, costs: Costs, who = "the workers"): void {
  const figures = [
    ["statements", costs.statements, "statements"],
    ["commits", costs.commits, "commits"],
    ["fsyncs of the database", costs.fsyncs, "fsyncs"],
    ["WAL", costs.walBytes / 1000, "KB"],
    [`processor time of ${who}`, costs.ownCpuMs, "ms"],
    ["processor time of PostgreSQL", costs.postgresCpuMs, "ms"],
  ] as const;
  for (const [name, value, unit] of figures) print({ name: `${what}: ${name}`, value: value / count, unit });
}

async function read(client: pg.Client, { postgresPid, ownPids }: Spenders): Promise<Costs> {
  const number = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
  return {
    statements: await number("SELECT sum(calls) AS n FROM pg_stat_statements"),
    commits: await number("SELECT sum(xact_commit) AS n FROM pg_stat_database"),
    // of the WAL too: since PostgreSQL 18 it is an object of its own there
    fsyncs: await number("SELECT sum(fsyncs) AS n FROM pg_stat_io"),
    walBytes: await number("SELECT wal_bytes AS n FROM pg_stat_wal"),
    ownCpuMs: sum(await Promise.all(ownPids.map(cpuMs))),
    postgresCpuMs: await treeCpuMs(postgresPid),
  };
}

function each(of: (name: keyof Costs) => number): Costs {
  return {
    statements: of("statements"),
    commits: of("commits"),
    fsyncs: of("fsyncs"),
    walBytes: of("walBytes"),
    ownCpuMs: of("ownCpuMs"),
    postgresCpuMs: of("postgresCpuMs"),
  };
}

/** Of a process and its children, those that have ended too. */
async function treeCpuMs(pid: number): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = await Promise.all(pids.map(statOf));
  const children = all.flatMap((stat) => (stat?.parent === pid ? stat.ownTicks : []));
  const parent = await statOf(pid);
  return (sum(children) + (parent?.ownTicks ?? 0) + (parent?.endedTicks ?? 0)) * TICK_MS;
}

async function cpuMs(pid: number): Promise<number> {
  return ((await statOf(pid))?.ownTicks ?? 0) * TICK_MS;
}

/** Undefined: it has ended. Source: proc_pid_stat(5), fields 4 and 14 to 17. */
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // the name in parentheses may contain anything
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ownTicks: field(14) + field(15), endedTicks: field(16) + field(17) };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
