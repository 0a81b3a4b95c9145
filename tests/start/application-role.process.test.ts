import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect as connectClient } from "../../prisma/client.ts";
import { isAppendOnly } from "../../prisma/store/audit.ts";
import { connect } from "../../scripts/db/connect.ts";
import { execute } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { startPostgres } from "../../scripts/postgres/start.ts";
import { type Database, openDatabase } from "../../scripts/start/open-database.ts";

const ADD = `INSERT INTO audit (actor_id, actor, via, action, target) VALUES ('x', 'Old', 'session', 'person.role', 'y')`;

let home: string;
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATABASE_OWNER_URL", "");
  home = await mkdtemp(path.join(os.tmpdir(), "waybill-role-"));
  folder = path.join(home, "postgres");
});

afterAll(async () => {
  await stop();
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

/** As `npm start` opens its database. */
function open(): Promise<Database> {
  const signal = new AbortController().signal;
  const stopping = {
    signal,
    hurry: signal,
    asked: new Promise<void>(() => {}),
    add: (act: () => Promise<void>) => void stops.push(act),
    stopAll: stop,
  };
  return openDatabase({ folder, logs: path.join(home, "logs"), reserveBytes: 1_000_000, stopping });
}

async function stop(): Promise<void> {
  for (let act = stops.pop(); act; act = stops.pop()) await act();
}

test("an embedded database of one role is taken over, and its audit is the owner's from then on", async () => {
  const old = await startPostgres({ dataDir: folder });
  await deploy(old.url);
  await execute(old.url, ADD);
  await old.stop();

  const { url, ownerUrl } = await open();
  expect([new URL(url).username, new URL(ownerUrl).username]).toEqual(["waybill_app", "postgres"]);
  const db = connectClient(url, { max: 1, name: "test" });
  expect(await isAppendOnly(db)).toBe(true);
  await db.lane.create({ data: { id: "l", serviceId: "maps" } });
  await db.$disconnect();
  await execute(url, ADD);
  for (const statement of [
    "UPDATE audit SET actor = 'New'",
    "DELETE FROM audit",
    "TRUNCATE audit",
    "ALTER TABLE audit DISABLE TRIGGER ALL",
    "DROP TABLE audit",
    "SET ROLE postgres",
  ])
    await expect(execute(url, statement), statement).rejects.toMatchObject({ code: "42501" });
  const client = await connect(url);
  expect((await client.query("SELECT actor FROM audit")).rows).toEqual([{ actor: "Old" }, { actor: "Old" }]);
  await client.end();
  await stop();

  const again = await open();
  expect(new URL(again.url).password).not.toBe(new URL(url).password);
  const stale = new URL(again.url);
  stale.password = new URL(url).password;
  await expect(execute(stale.href, "SELECT 1")).rejects.toThrow(/refused to let waybill_app in/);
  await execute(again.url, "DELETE FROM lane");
});
