import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { connect as connectClient } from "../../prisma/client.ts";
import { isAppendOnly } from "../../prisma/store/audit.ts";
import { openDelivery } from "../../worker/queues.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { connect } from "./connect.ts";
import { execute, siblingUrl } from "./database.ts";
import { deploy } from "./deploy.ts";
import { readMigrations } from "./migrations.ts";

/** A database of one's own with two roles, neither a superuser, as docs/reference/audit.md says to make them. */
const name = `t_${randomBytes(8).toString("hex")}`;
const [owner, application] = [`${name}_owner`, `${name}_app`];
let server: string;

function as(role: string): string {
  const url = new URL(siblingUrl(server, name));
  [url.username, url.password] = [role, "secret"];
  return url.href;
}

async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = await connect(url);
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = inject("postgres");
  await execute(server, `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`);
  await execute(server, `CREATE ROLE ${application} LOGIN PASSWORD 'secret'`);
  await execute(server, `CREATE DATABASE ${name} OWNER ${owner}`);
  await bringUpToDate({ url: as(application), ownerUrl: as(owner) });
});

afterAll(async () => {
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  for (const role of [owner, application]) await execute(server, `DROP ROLE ${role}`);
});

const ADD = `INSERT INTO audit (actor_id, actor, via, action, target) VALUES ('x', 'x', 'session', 'person.role', 'y')`;

describe("the application's role", () => {
  let app: pg.Client;

  beforeAll(async () => {
    app = await connect(as(application));
    await app.query(ADD);
    await app.query("INSERT INTO event (kind, actor) VALUES ('x', 'x')");
  });

  afterAll(() => app.end());

  it.each([
    "UPDATE audit SET actor = 'y'",
    "DELETE FROM audit",
    "TRUNCATE audit",
    "SELECT FROM audit FOR UPDATE",
    "MERGE INTO audit USING (SELECT 1) one ON TRUE WHEN MATCHED THEN DELETE",
    "INSERT INTO audit (id, actor, via, action, target) VALUES (1, 'x', 'x', 'x', 'x')",
    "INSERT INTO audit (at, actor, via, action, target) VALUES (now() - interval '1 year', 'x', 'x', 'x', 'x')",
    "SELECT setval('audit_id_seq', 1)",
    "ALTER TABLE audit DISABLE TRIGGER audit_only_added",
    "ALTER TABLE audit DISABLE TRIGGER ALL",
    "ALTER TABLE audit ADD COLUMN more text",
    "ALTER TABLE audit RENAME TO old_audit",
    "ALTER TABLE audit OWNER TO CURRENT_USER",
    "DROP TABLE audit",
    "DROP TRIGGER audit_only_added ON audit",
    "CREATE TRIGGER mine BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE RULE mine AS ON INSERT TO audit DO INSTEAD NOTHING",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "DROP FUNCTION refuse_change CASCADE",
    "CREATE TABLE mine (id int)",
    "CREATE SCHEMA mine",
    "SET session_replication_role = replica",
    `SET ROLE ${owner}`,
    "GRANT UPDATE ON audit TO CURRENT_USER",
    "UPDATE event SET actor = 'y'",
    "DELETE FROM event",
    "TRUNCATE event",
    "ALTER TABLE event DISABLE TRIGGER ALL",
    "TRUNCATE batch CASCADE",
    "SELECT FROM _prisma_migrations",
  ])("cannot %s", async (statement) => {
    // 42501 insufficient_privilege; a GRANT of what one has not warns, and changes nothing
    await app.query("BEGIN");
    const failure = await app.query(statement).catch((thrown: unknown) => thrown);
    await app.query("ROLLBACK");
    if (statement.startsWith("GRANT"))
      await expect(app.query("UPDATE audit SET actor = 'y'")).rejects.toMatchObject({ code: "42501" });
    else expect(failure).toMatchObject({ code: "42501" });
    const { rows } = await app.query("SELECT actor FROM audit UNION ALL SELECT actor FROM event");
    expect(rows).toEqual([{ actor: "x" }, { actor: "x" }]);
  });

  it("has a sequence and every right on rows of all other tables", async () => {
    const { rows } = await app.query(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND (
         relkind = 'r' AND NOT (
           has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
           AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')
         )
         OR relkind = 'S' AND NOT has_sequence_privilege(oid, 'USAGE')
       ) ORDER BY name`,
    );
    expect(rows.map((row) => row.name)).toEqual(["_prisma_migrations", "audit", "event"]);
  });

  it("wakes workers through BullMQ's tables, which it did not make", async () => {
    const delivery = await openDelivery(undefined, as(application));
    const queue = delivery.queue("proof");
    const heard: string[] = [];
    const hear = async ({ id }: { readonly id: string }) => void heard.push(id);
    const worker = delivery.worker("proof", hear, { concurrency: 1, lockMs: 5_000 });
    const opts = { removeOnComplete: true, removeOnFail: true } as const;
    await queue.addBulk([{ name: "wake", data: { kind: "job", id: "a" }, opts }]);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["a"]);
    await worker.close();
    await queue.close();
  });
});

describe("bringing a database up to date", () => {
  let urls: { url: string; ownerUrl: string };
  beforeEach(() => {
    urls = { url: as(application), ownerUrl: as(owner) };
  });

  it("does it again, also four at a time, without harm", async () => {
    const again = { names: [], isProtected: true };
    expect(await Promise.all([1, 2, 3, 4].map(() => bringUpToDate(urls)))).toEqual(Array(4).fill(again));
    expect(await bringUpToDate({ ...urls, url: urls.ownerUrl })).toEqual({ names: [], isProtected: false });
    // the same role by another address
    expect(await bringUpToDate({ ...urls, url: `${urls.ownerUrl}?application_name=x` })).toEqual({
      names: [],
      isProtected: false,
    });
  });

  it("refuses a role that could act as the owner", async () => {
    await execute(server, `GRANT ${owner} TO ${application}`);
    try {
      await expect(bringUpToDate(urls)).rejects.toThrow(/so it could change the audit\. Give it a role/);
    } finally {
      await execute(server, `REVOKE ${owner} FROM ${application}`);
    }
    await expect(bringUpToDate({ ...urls, url: siblingUrl(server, name) })).rejects.toThrow(/superuser/);
  });

  it.each([
    ["UPDATE (actor) ON audit", "PUBLIC"],
    ["TRUNCATE ON audit", "PUBLIC"],
  ])("refuses a role that has %s as %s", async (right, whom) => {
    await run(as(owner), `GRANT ${right} TO ${whom}`);
    const app = connectClient(as(application), { max: 1, name: "test" });
    try {
      expect(await isAppendOnly(app)).toBe(false);
      await expect(bringUpToDate(urls)).rejects.toThrow(/through another role, or as everybody has/);
    } finally {
      await run(as(owner), `REVOKE ${right} FROM ${whom}`);
    }
    expect(await isAppendOnly(app)).toBe(true);
    await app.$disconnect();
  });

  it("refuses a role that can become one with rights, though it does not have them by itself", async () => {
    const between = `${name}_between`;
    await execute(server, `CREATE ROLE ${between}`);
    try {
      await run(as(owner), `GRANT DELETE ON audit TO ${between}`);
      await execute(server, `GRANT ${between} TO ${application} WITH INHERIT FALSE`);
      const app = connectClient(as(application), { max: 1, name: "test" });
      expect(await isAppendOnly(app)).toBe(false);
      await app.$disconnect();
      await expect(bringUpToDate(urls)).rejects.toThrow(/through another role/);
    } finally {
      await run(as(owner), `REVOKE ALL ON audit FROM ${between}`);
      await execute(server, `DROP ROLE ${between}`);
    }
  });

  it("refuses the owner of the database, whose tables are somebody else's", async () => {
    await execute(server, `ALTER DATABASE ${name} OWNER TO ${application}`);
    try {
      const superuser = siblingUrl(server, name);
      await expect(bringUpToDate({ ...urls, ownerUrl: superuser })).rejects.toThrow(
        /owner of the tables or of the database/,
      );
    } finally {
      await execute(server, `ALTER DATABASE ${name} OWNER TO ${owner}`);
    }
  });

  it("refuses two addresses of two databases, and changes neither", async () => {
    const other = `${name}_other`;
    await execute(server, `CREATE DATABASE ${other} OWNER ${owner}`);
    try {
      const ownerUrl = siblingUrl(as(owner), other);
      await expect(bringUpToDate({ url: as(application), ownerUrl })).rejects.toThrow(
        `DATABASE_URL leads to the database ${name} and DATABASE_OWNER_URL to ${other}`,
      );
      expect((await run(ownerUrl, "SELECT FROM pg_class WHERE relname = 'batch'")).rowCount).toBe(0);
    } finally {
      await execute(server, `DROP DATABASE ${other} WITH (FORCE)`);
    }
  });

  it("needs no right of the application's role on the schema before it gives it", async () => {
    await execute(siblingUrl(server, name), "REVOKE USAGE ON SCHEMA public FROM PUBLIC");
    await run(as(owner), `REVOKE USAGE ON SCHEMA public FROM ${application}`);
    expect(await bringUpToDate(urls)).toMatchObject({ names: [], isProtected: true });
    expect((await run(as(application), "SELECT count(*) FROM audit")).rowCount).toBe(1);
  });

  it("as the application alone says which address is missing", async () => {
    await expect(deploy(urls.url)).rejects.toThrow(/^This role may not change the database's tables: set/);
  });

  it("takes an installation of one role over, with what it holds", async () => {
    const old = `${name}_old`;
    const at = (url: string) => siblingUrl(url, old);
    await execute(server, `CREATE DATABASE ${old} OWNER ${owner}`);
    try {
      const migrations = (await readMigrations()).filter((one) => !/tell_where_acts/.test(one.name));
      await deploy(at(as(owner)), migrations);
      await run(at(as(owner)), ADD);
      // as a worker of the old version has it, with tables of BullMQ that are the owner's
      const before = connectClient(at(as(owner)), { max: 1, name: "test" });
      expect(await isAppendOnly(before)).toBe(false);
      await before.$disconnect();
      await openDelivery(undefined, at(as(owner)));
      expect(await bringUpToDate({ url: at(as(application)), ownerUrl: at(as(owner)) })).toEqual({
        names: [expect.stringMatching(/tell_where_acts/)],
        isProtected: true,
      });
      const after = connectClient(at(as(application)), { max: 1, name: "test" });
      expect(await isAppendOnly(after)).toBe(true);
      expect(await after.audit.findMany()).toMatchObject([{ actor: "x", address: null }]);
      await after.$disconnect();
      await openDelivery(undefined, at(as(application)));
    } finally {
      await execute(server, `DROP DATABASE ${old} WITH (FORCE)`);
    }
  });
});

describe("the owner", () => {
  it.each(["UPDATE audit SET actor = 'y'", "DELETE FROM audit", "TRUNCATE audit", "TRUNCATE event"])(
    "is stopped by a trigger at: %s",
    async (statement) => {
      await expect(run(as(owner), statement)).rejects.toThrow(/is only ever added to/);
    },
  );
});
