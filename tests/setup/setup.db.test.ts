import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { startRedis } from "./redis.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.drop());

test("a test database has every migration applied and no rows", async () => {
  const client = await connect(database.url);
  const { rows } = await client.query(
    "select count(*)::int as tables from pg_tables where tablename = '_prisma_migrations'",
  );
  await client.end();
  expect(rows).toEqual([{ tables: 1 }]);
});

test("a connection left open is named when the database is dropped", async () => {
  const other = await testDatabase();
  const client = await connect(other.url);
  await client.query("select 4711");
  await expect(other.drop(100)).rejects.toThrow(/left open: .*select 4711/);
  await client.end();
});

test("two databases do not see each other", async () => {
  const [one, two] = [await testDatabase(), await testDatabase()];
  const [left, right] = [await connect(one.ownerUrl), await connect(two.ownerUrl)];
  await left.query("create table only_here (id int)");
  const { rows } = await right.query("select to_regclass('only_here') as found");
  await Promise.all([left.end(), right.end()]);
  expect(rows).toEqual([{ found: null }]);
  await Promise.all([one.drop(), two.drop()]);
});

test("redis answers on its own port and is gone after stop", async () => {
  const redis = await startRedis();
  process.kill(redis.pid, 0);
  await redis.stop();
  expect(() => process.kill(redis.pid, 0)).toThrow(/ESRCH/);
});

test("without redis-server the error names the command that installs it", async () => {
  const kept = process.env.PATH;
  process.env.PATH = "/nowhere";
  await expect(startRedis())
    .rejects.toThrow("apt-get install redis-server")
    .finally(() => {
      process.env.PATH = kept;
    });
});
