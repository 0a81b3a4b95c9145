import os from "node:os";
import type { Env } from "../../lib/env.ts";
import { connectionsOf, linesOf } from "../../worker/lines.ts";
import { DELIVERY_CONNECTIONS } from "../../worker/queues.ts";
import { connect } from "../db/connect.ts";

/** PostgreSQL keeps these for administrators (`superuser_reserved_connections`), and Waybill leaves one for a person. */
const RESERVED = 4;

type Needs = {
  /** WORKER_PROCESSES. */
  readonly wanted: number | undefined;
  readonly cores: number;
  /** What PostgreSQL allows (`max_connections`), what the web may open and what each worker may. */
  readonly allowed: number;
  readonly web: number;
  readonly each: number;
};

/**
 * How many worker processes to start: as many as were asked for, or else one less than there are cores, which is the web's;
 * at least one and at most eight, and no more than PostgreSQL has connections for. `told`: why there are fewer than were asked for.
 */
export function countWorkers({ wanted, cores, allowed, web, each }: Needs): {
  readonly count: number;
  readonly told?: string;
} {
  const most = Math.max(1, Math.floor((allowed - web - RESERVED) / each));
  const count = Math.min(most, wanted ?? byCores(cores));
  if (wanted === undefined || wanted <= count) return { count };
  const needed = neededBy(wanted, { web, each });
  const told = `PostgreSQL allows ${allowed} connections, which is enough for ${count} of ${wanted} worker processes. Raise max_connections to ${needed} for all of them.`;
  return { count, told };
}

/** More share little with PostgreSQL beside them; and in a container, cores may be counted that it may not use. */
const MOST_BY_CORES = 8;

function byCores(cores: number): number {
  return Math.min(MOST_BY_CORES, Math.max(1, cores - 1));
}

function neededBy(workers: number, { web, each }: Pick<Needs, "web" | "each">): number {
  return workers * each + web + RESERVED;
}

/** Connections of one worker and its listening one; without Redis, wake-ups take some for each line. */
export function connectionsEach(env: Env): number {
  return connectionsOf(env) + 1 + (env.REDIS_URL ? 0 : linesOf(env).length * DELIVERY_CONNECTIONS);
}

/** How many this machine starts, by its settings and its PostgreSQL. */
export async function workersHere(env: Env): Promise<ReturnType<typeof countWorkers>> {
  const client = await connect(env.DATABASE_URL);
  try {
    const { rows } = await client.query("SELECT current_setting('max_connections')::int AS allowed");
    return countWorkers({
      wanted: env.WORKER_PROCESSES,
      cores: os.availableParallelism(),
      allowed: rows[0].allowed,
      web: webConnections(env),
      each: connectionsEach(env),
    });
  } finally {
    await client.end();
  }
}

/** The connections an embedded PostgreSQL has to allow for the web and all workers this machine is to run. */
export function connectionsHere(env: Env): number {
  const workers = env.WORKER_PROCESSES ?? byCores(os.availableParallelism());
  return neededBy(workers, { web: webConnections(env), each: connectionsEach(env) });
}

function webConnections(env: Env): number {
  return env.DATABASE_CONNECTIONS + 1;
}
