import type { Env } from "./env.ts";

/** How long this process waits for the database. */
export function databasePatience(settings: Env): {
  readonly connectionMs: number;
  readonly lockMs: number;
  readonly idleMs: number;
} {
  const { DATABASE_WAIT_MS, DATABASE_LOCK_MS, DATABASE_IDLE_MS } = settings;
  return { connectionMs: DATABASE_WAIT_MS, lockMs: DATABASE_LOCK_MS, idleMs: DATABASE_IDLE_MS };
}
