import type { Env } from "../lib/env.ts";
import type { Kind } from "./engine/lease-table.ts";

/**
 * A line: rows that wait in one queue and share the same places. `places`: rows worked at a time. `connectionsEach`:
 * the most database connections of one place at a time; `connections`: of all its places together. Both limits are
 * enforced.
 */
export type LineShape = {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly places: number;
  readonly connectionsEach: number;
  readonly connections: number;
  readonly lockMs: number;
  /** The name of a line whose connections these are a part of. */
  readonly partOf?: string;
};

const BATCHES_AT_ONCE = 4;
/** They mostly wait for the mail server, and the transport has two connections to it. */
const MAILS_AT_ONCE = 4;
/** They mostly wait for their receivers. */
const CALLBACKS_AT_ONCE = 32;
/** Lanes that share a connection, and the fewest that several lanes have. */
const LANES_EACH = 16;
const LEAST_FOR_LANES = 4;
/** Jobs that share a connection for what each does for itself, and the fewest that all have: most of it goes in groups. */
const JOBS_EACH = 5;
const LEAST_FOR_JOBS = 5;
/**
 * Of the jobs' connections those that tasks may use at a time: one always is for jobs alone. Both use them for single
 * statements, and PostgreSQL's default allows no more (lines.test.ts).
 */
const MOST_FOR_TASKS = LEAST_FOR_JOBS - 1;
const JOBS = "waybill-jobs";
/** Between two waits for somebody outside, a place runs a single statement; this many at a time are plenty. */
const FEW = 2;

/**
 * How many connections of the loops duties that need a storage may use at a time: a transaction may wait for a storage that
 * hangs, and whatever needs none must go on.
 */
export const MOST_WITH_STORAGE = 1;

/** Connections for work outside the lines, by kind. */
export const BESIDE = {
  /** The loops of worker/run.ts. Of their places, MOST_WITH_STORAGE may be those of duties that need a storage. */
  loops: 2,
  /** Looking for due rows. */
  dispatchers: 1,
  /** Renewing leases, whatever else happens. */
  renewals: 1,
  changes: 1,
  /** Reserving working storage and asking its gate, in groups; both lock one row. */
  storage: 1,
  /** Steps of lanes, in groups. */
  steps: 2,
  /** Steps of lanes that others have locked. */
  lockedSteps: 1,
  /** Steps of jobs, in groups. */
  jobSteps: 1,
  /** Taking the next rows of lanes and jobs, in groups. */
  next: 1,
  /** The sequencer: its beats, and what is done about them. */
  sequencer: 1,
} as const;

/**
 * The lines of a worker. Each kind has places of its own, so that slow work of one kind does not delay another. A place
 * never asks for a second connection while it has one (`prisma/inside-transaction.ts`), but waiting for a locked row
 * keeps a connection in use. So batches, which mostly wait for others, have one for
 * every two places; of jobs and lanes, whose steps go in groups, every five jobs, with five at least, and every sixteen lanes
 * have one for what each does for itself.
 */
export function linesOf(
  env: Pick<Env, "LANES_AT_ONCE" | "JOB_CONCURRENCY" | "TASK_CONCURRENCY" | "CLAIM_MS" | "LEASE_MS">,
): readonly LineShape[] {
  const { LEASE_MS: lockMs, LANES_AT_ONCE: lanes, JOB_CONCURRENCY: jobs } = env;
  const line = (name: string, kind: Kind, places: number, connections = places): LineShape => ({
    name: `waybill-${name}`,
    kinds: [kind],
    places,
    connectionsEach: 1,
    connections,
    lockMs: kind === "lane" ? env.CLAIM_MS : lockMs,
  });
  return [
    line("lanes", "lane", lanes, Math.min(lanes, Math.max(LEAST_FOR_LANES, Math.ceil(lanes / LANES_EACH)))),
    line("jobs", "job", jobs, Math.min(jobs, Math.max(LEAST_FOR_JOBS, Math.ceil(jobs / JOBS_EACH)))),
    line("upkeep", "batch", BATCHES_AT_ONCE, FEW),
    line("mails", "mail", MAILS_AT_ONCE, 1),
    line("checks", "check", 1),
    line("callbacks", "callback", CALLBACKS_AT_ONCE, FEW),
    {
      ...line("tasks", "task", env.TASK_CONCURRENCY, Math.min(env.TASK_CONCURRENCY, MOST_FOR_TASKS)),
      partOf: JOBS,
    },
  ];
}

/** The most database connections a worker uses, when it does everything at once. */
export function connectionsOf(env: Parameters<typeof linesOf>[0]): number {
  const ofLines = linesOf(env).reduce((sum, { connections, partOf }) => sum + (partOf ? 0 : connections), 0);
  return ofLines + Object.values(BESIDE).reduce((sum, connections) => sum + connections, 0);
}
