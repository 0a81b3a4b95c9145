import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { World } from "../world.ts";

/** Makes every transaction of the server read-only while `act` runs, which is told how a write was refused. */
export async function whileReadOnly(
  world: World,
  act: (refusal: string) => Promise<string>,
): Promise<string> {
  await world.withAdmin((admin) => setReadOnly(admin, "on"));
  try {
    return await act(await world.withAdmin(refusalOf));
  } finally {
    await again(() => world.withAdmin((admin) => setReadOnly(admin, "off")));
  }
}

/** The server may restart just then. */
async function again(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(500);
    }
  }
}

async function setReadOnly(admin: pg.Client, value: "on" | "off"): Promise<void> {
  await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await admin.query("SELECT pg_reload_conf()");
}

/** What a write is answered; waits until the setting has reached the server's processes. */
async function refusalOf(admin: pg.Client): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await admin.query("UPDATE lane SET touched = touched WHERE false");
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    await sleep(20);
  }
  throw new Error("writes were not refused");
}
