import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../lib/log.ts";

const PAUSE_MS = 500;
const CONNECT_MS = 5_000;

/**
 * Waits until the database accepts connections: one that is starting or restarting is waited for. @throws the last
 * error after `patienceMs`
 */
export async function untilDatabase(url: string, patienceMs: number, log: Log): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      log.warn({ err: error }, "waiting for the database");
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(PAUSE_MS);
  }
}
