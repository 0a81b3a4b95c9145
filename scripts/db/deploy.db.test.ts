import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { connect } from "./connect.ts";
import { execute, siblingUrl } from "./database.ts";
import { deploy } from "./deploy.ts";
import type { Migration } from "./migrations.ts";

let name: string;
let url: string;

beforeEach(async () => {
  name = `t_${randomBytes(8).toString("hex")}`;
  url = siblingUrl(inject("postgres"), name);
  await execute(inject("postgres"), `create database ${name}`);
});

afterEach(() => execute(inject("postgres"), `drop database ${name}`));

function migration(label: string, sql: string): Migration {
  return { name: label, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

const first = migration(
  "20260101000000_create_box",
  "create table box (id int primary key); insert into box values (1)",
);
const second = migration("20260102000000_add_size", "alter table box add column size int");

async function rowsOf(sql: string): Promise<unknown[]> {
  const client = await connect(url);
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test("applies what is missing, in order, once", async () => {
  expect(await deploy(url, [first])).toEqual([first.name]);
  expect(await deploy(url, [first, second])).toEqual([second.name]);
  expect(await deploy(url, [first, second])).toEqual([]);
  expect(await rowsOf("select id, size from box")).toEqual([{ id: 1, size: null }]);
});

test("leaves the record that Prisma's own engine reads", async () => {
  await deploy(url, [first]);
  const rows = await rowsOf(
    `select migration_name, checksum, applied_steps_count, finished_at is not null as finished, rolled_back_at
     from _prisma_migrations`,
  );
  expect(rows).toEqual([
    {
      migration_name: first.name,
      checksum: first.checksum,
      applied_steps_count: 1,
      finished: true,
      rolled_back_at: null,
    },
  ]);
});

test("four at the same time apply each migration once", async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => deploy(url, [first, second])));
  expect(applied.flat().sort()).toEqual([first.name, second.name]);
});

test("a migration that fails is undone, and those before it stay", async () => {
  const broken = migration("20260102000000_break", "alter table box add column size int; select 1/0");
  await expect(deploy(url, [first, broken])).rejects.toThrow(
    "The migration 20260102000000_break failed and was undone: division by zero",
  );
  expect(await rowsOf("select * from box")).toEqual([{ id: 1 }]);
  expect(await deploy(url, [first, second])).toEqual([second.name]);
});

test("refuses a migration that was changed after it was applied", async () => {
  await deploy(url, [first]);
  const changed = migration(first.name, `${first.sql};`);
  await expect(deploy(url, [changed])).rejects.toThrow("was changed after this database had applied it");
});

test("refuses a database that is newer than the code", async () => {
  await deploy(url, [first, second]);
  await expect(deploy(url, [first])).rejects.toThrow(
    "The database is newer than this code: it has the migration 20260102000000_add_size.",
  );
});

test("refuses a database in which Prisma's engine broke off", async () => {
  await deploy(url, [first]);
  await execute(url, "update _prisma_migrations set finished_at = null");
  await expect(deploy(url, [first])).rejects.toThrow("was begun and never finished");
});

test.each([
  [
    "nothing listens there",
    "postgresql://a:hidden@127.0.0.1:1/box",
    /^Nothing can be reached as the database box at 127.0.0.1:1 /,
  ],
  ["another protocol", "mysql://a:hidden@127.0.0.1/box", /^DATABASE_URL is not an address such as/],
  ["no address at all", "box", /^DATABASE_URL is not an address such as/],
])("%s: one sentence without the password", async (_, wrong, sentence) => {
  const failure = await deploy(wrong, [first]).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: "Problem", message: expect.stringMatching(sentence) });
  expect(String(failure)).not.toContain("hidden");
});

test("a wrong password and a missing database are told apart", async () => {
  const stranger = new URL(url);
  stranger.password = "hidden";
  await expect(deploy(stranger.href, [first])).rejects.toThrow(
    /^The server refused to let postgres in to the database/,
  );
  await expect(deploy(siblingUrl(url, "nowhere"), [first])).rejects.toThrow(
    /has no database nowhere: make it/,
  );
});
