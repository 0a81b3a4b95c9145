import type { Env } from "../lib/env.ts";
import type { Kind } from "./engine/lease-table.ts";

/**
 * A line: what waits in one queue and is worked at the same places. `places`: rows worked at a time. `connectionsEach`: to
 * the database that one place has at a time at most; `connections`: that all its places together have. Both are held to.
 */
export type LineShape = {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly places: number;
  readonly connectionsEach: number;
  readonly connections: number;
  readonly lockMs: number;
};

const BATCHES_AT_ONCE = 4;
/** They mostly wait for the mail server, and the transport has two connections to it. */
const MAILS_AT_ONCE = 4;
/** They mostly wait for their receivers. */
const CALLBACKS_AT_ONCE = 32;
/** What a place does between two waits for somebody outside is a statement; so many of those at a time are plenty. */
const FEW = 2;

/** Connections that everything of a kind beside the lines has together. */
export const BESIDE = {
  /** The loops of worker/run.ts. */
  loops: 2,
  /** Looking for due rows. */
  dispatchers: 1,
  /** Renewing leases, whatever else is going on. */
  renewals: 1,
  changes: 1,
  /** Reserving working storage and asking its gate, in groups; both lock one row. */
  storage: 1,
} as const;

/**
 * The lines of a worker: each kind has places of its own, so that nothing slow of one kind keeps another waiting. A place
 * never asks for a second connection while it has one (`prisma/inside-transaction.ts`), and a locked row keeps the one of
 * whoever waits for it: so jobs have one for each place, and lanes and batches, which wait for others more than they write,
 * one for two.
 */
export function linesOf(
  env: Pick<Env, "LANES_AT_ONCE" | "JOB_CONCURRENCY" | "CLAIM_MS" | "LEASE_MS">,
): readonly LineShape[] {
  const { LEASE_MS: lockMs } = env;
  const line = (name: string, kind: Kind, places: number, connections = places): LineShape => ({
    name: `waybill-${name}`,
    kinds: [kind],
    places,
    connectionsEach: 1,
    connections,
    lockMs: kind === "lane" ? env.CLAIM_MS : lockMs,
  });
  return [
    line("lanes", "lane", env.LANES_AT_ONCE, Math.ceil(env.LANES_AT_ONCE / 2)),
    line("jobs", "job", env.JOB_CONCURRENCY),
    line("upkeep", "batch", BATCHES_AT_ONCE, FEW),
    line("mails", "mail", MAILS_AT_ONCE, 1),
    line("checks", "check", 1),
    line("callbacks", "callback", CALLBACKS_AT_ONCE, FEW),
  ];
}

/** Connections to the database a worker has at most, when everything it can do at once is done at once. */
export function connectionsOf(env: Parameters<typeof linesOf>[0]): number {
  const ofLines = linesOf(env).reduce((sum, { connections }) => sum + connections, 0);
  return ofLines + Object.values(BESIDE).reduce((sum, connections) => sum + connections, 0);
}
