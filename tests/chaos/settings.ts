import path from "node:path";
import { Env } from "../../lib/env.ts";
import { type Context, SYSTEM } from "../../operations/context.ts";
import { connect } from "../../prisma/client.ts";
import { contextOn } from "../factories/context-on.ts";

/** Scaled times: claims of 2 and 8 s, calls of 1 s that settle in 0.5 s, a delay window of 2 s, a grace time of 3 s. */
const TIMES = {
  LANE_TIMES: "0.1",
  CLAIM_MS: "2000",
  CLAIM_LAST_MS: "8000",
  LEASE_MS: "4000",
  POLL_MS: "500",
  DELIVERY_SILENT_MS: "2000",
  DATABASE_IDLE_MS: "1500",
  DATABASE_LOCK_MS: "3000",
  WAIT_RETRY_MS: "500",
  SOURCE_BACKOFF_MS: "100",
  MAIL_BACKOFF_MS: "500",
  CALLBACK_BACKOFF_MS: "300",
  CALLBACK_TIMEOUT_MS: "3000",
};
export const CLAIM_MS = Number(TIMES.CLAIM_MS);
export const CLAIM_LAST_MS = Number(TIMES.CLAIM_LAST_MS);
/** How long a SIGSTOP lasts: longer than both expiries. */
export const PAUSE_MS = 9_000;

/** The environment of every worker of a run. `disk`: the folder both storages are in. */
export function workerEnv(addresses: {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly disk: string;
  readonly ledgers: string;
}): Readonly<Record<string, string>> {
  const { databaseUrl, redisUrl, disk, ledgers } = addresses;
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    AUTH_SECRET: "c".repeat(32),
    WORKING_STORAGE: path.join(disk, "working"),
    OBJECT_STORAGE: path.join(disk, "objects"),
    LOG_LEVEL: "info",
    LEDGERS: ledgers,
    TASKS: path.resolve("tests/chaos/tasks/installed"),
    ...TIMES,
  };
}

/** What the run's own verbs run with, as an operator. */
export function operatorContext(databaseUrl: string, env: Readonly<Record<string, string>>): Context {
  const db = connect(databaseUrl, { max: 4, name: "chaos", lockMs: 3_000, idleMs: 1_500, answerMs: 10_000 });
  return contextOn(db, Env.parse(env), { ...SYSTEM, id: "operator", name: "Operator" });
}
