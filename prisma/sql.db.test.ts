import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import { connect, type Db } from "./client.ts";
import type { Sql } from "./sql.ts";
import { isUniqueViolation } from "./store/unique-violation.ts";

let test: TestContext;
let db: Db;
beforeAll(async () => {
  test = await testContext();
  db = connect(test.url, { max: 2, name: "test" });
});
afterAll(async () => {
  await db.$disconnect();
  await test.end();
});

const keys = async (from = db) =>
  (await from.setting.findMany({ orderBy: { key: "asc" } })).map(({ key }) => key);
const insert = (key: string) => [key, "{}"] as const;

describe("statements straight through the driver", () => {
  it("read values as Prisma's own do", async () => {
    const at = new Date("2026-03-29T01:30:00.123Z");
    const bytes = Buffer.from([0, 255, 92]);
    const ask = (from: Sql) => from.$queryRaw<Record<string, unknown>[]>`
      SELECT ${7n}::bigint AS big, ${7}::int AS small, ${0.5}::float8 AS half, ${at}::timestamptz AS at,
        ${bytes}::bytea AS bytes, ${JSON.stringify({ a: [1] })}::jsonb AS json, ${["a", 'b"c']}::text[] AS texts,
        ${null}::text AS nothing, ${true}::boolean AS yes, count(*) AS count`;
    const [direct] = await ask(db);
    const [engine] = await db.$transaction((tx) => ask(tx));
    const plain = (row: Record<string, unknown> | undefined) => ({
      ...row,
      bytes: Buffer.from(row?.bytes as Uint8Array),
    });
    expect(plain(direct)).toEqual(plain(engine));
    expect(plain(direct)).toEqual({
      big: 7n,
      small: 7,
      half: 0.5,
      at,
      bytes,
      json: { a: [1] },
      texts: ["a", 'b"c'],
      nothing: null,
      yes: true,
      count: 1n,
    });
  });

  it("tell a second row with the same key from other errors", async () => {
    const [key, value] = insert("twice");
    const ask = () => db.$executeRaw`INSERT INTO setting (key, value) VALUES (${key}, ${value}::jsonb)`;
    expect(await ask()).toBe(1);
    expect(await ask().then(() => undefined, isUniqueViolation)).toBe(true);
    expect(await db.$executeRaw`SELECT 1/0`.then(() => undefined, isUniqueViolation)).toBe(false);
  });
});

it("a connection plans as PostgreSQL likes, or once, and is asked for that when it is opened", async () => {
  const modeOf = async (one: Db) => (await one.$queryRaw<object[]>`SHOW plan_cache_mode`)[0];
  expect(await modeOf(db)).toEqual({ plan_cache_mode: "auto" });
  const once = connect(test.url, { max: 1, name: "test", plansOnce: true });
  try {
    expect(await modeOf(once)).toEqual({ plan_cache_mode: "force_generic_plan" });
  } finally {
    await once.$disconnect();
  }
});

describe("transactions", () => {
  it("of both kinds keep nothing after an error, and their connections go on", async () => {
    const before = await keys();
    for (let time = 0; time < 5; time += 1) {
      const [key, value] = insert(`rolled-back-${time}`);
      const fail = async (tx: Sql) => {
        await tx.$executeRaw`INSERT INTO setting (key, value) VALUES (${key}, ${value}::jsonb)`;
        throw new Error("on purpose");
      };
      await expect(db.transact(fail)).rejects.toThrow("on purpose");
      await expect(db.$transaction(fail)).rejects.toThrow("on purpose");
    }
    expect(await keys()).toEqual(before);
  });

  it("show what they wrote only after their end", async () => {
    const [key, value] = insert("inside");
    await db.transact(async (sql) => {
      await sql.$executeRaw`INSERT INTO setting (key, value) VALUES (${key}, ${value}::jsonb)`;
      expect(await keys(test.ctx.db)).not.toContain(key);
    });
    expect(await keys()).toContain(key);
  });

  it("whose connection is cut fail, and the pool gets another one", async () => {
    const cut = db.transact(async (sql) => {
      const [mine] = await sql.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await test.ctx.db.$queryRaw`SELECT pg_terminate_backend(${mine?.pid ?? 0}::int)`;
      await sql.$queryRaw`SELECT 1`;
    });
    await expect(cut).rejects.toThrow(/terminat|connection/i);
    const both = Array.from({ length: 4 }, () => db.transact((sql) => sql.$queryRaw`SELECT 1 AS one`));
    expect(await Promise.all(both)).toEqual(both.map(() => [{ one: 1 }]));
  });
});
