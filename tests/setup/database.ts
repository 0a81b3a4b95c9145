import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";

export interface TestDatabase {
  /** Of an empty database with every migration applied, as web and worker have it: by a role that owns nothing. */
  readonly url: string;
  /** The same as its owner. */
  readonly ownerUrl: string;
  /** Removes it. Throws when connections were left open: somebody forgot to close a pool. */
  drop(graceMs?: number): Promise<void>;
}

const GRACE_MS = 3_000;
const LOOK_MS = 25;

/** A database of a test file's own, in some 40 ms. Call it in beforeAll and `drop` in afterAll. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject("postgres");
  const name = `t_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name} template tmpl strategy file_copy`);
  const drop = async (graceMs = GRACE_MS) => {
    const open = await waitForClose(server, name, graceMs);
    await execute(server, `drop database ${name} with (force)`);
    if (open.length > 0) throw new Error(`connections were left open: ${open.join("; ")}`);
  };
  return { url: siblingUrl(inject("application"), name), ownerUrl: siblingUrl(server, name), drop };
}

/** What is still connected after a moment: a closed pool's last goodbye takes some milliseconds. */
async function waitForClose(server: string, name: string, graceMs: number): Promise<string[]> {
  const client = await connect(server);
  try {
    for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
      const { rows } = await client.query<{ who: string }>(
        "select concat_ws(' ', application_name, state, left(query, 80)) as who from pg_stat_activity where datname = $1",
        [name],
      );
      if (rows.length === 0 || waitedMs >= graceMs) return rows.map(({ who }) => who);
      await delay(LOOK_MS);
    }
  } finally {
    await client.end();
  }
}
