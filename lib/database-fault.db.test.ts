import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkHealth } from "../operations/health/check.ts";
import { connect, type Db } from "../prisma/client.ts";
import { execute, siblingUrl } from "../scripts/db/database.ts";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import { isDatabaseAway } from "./database-fault.ts";
import { knownError } from "./problem.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});

afterAll(() => test.end());

async function errorOf(url: string, ask: (db: Db) => Promise<unknown>): Promise<unknown> {
  const db = connect(url, { max: 1, name: "test" });
  try {
    return await ask(db);
  } catch (error) {
    return error;
  } finally {
    await db.$disconnect();
  }
}

const ASKS: readonly [string, (db: Db) => Promise<unknown>][] = [
  ["a model's query", (db) => db.batch.findMany({ take: 1 })],
  ["a raw query", (db) => db.$queryRaw`SELECT 1`],
  ["a transaction", (db) => db.$transaction(async (tx) => tx.batch.findMany({ take: 1 }))],
];

describe.each(ASKS)("of %s", (_, ask) => {
  it.each<[string, () => string]>([
    ["nobody listens", () => "postgresql://nobody:x@127.0.0.1:1/none"],
    ["the password is wrong", () => test.url.replace(/:[^:@/]+@/, ":wrong@")],
    ["the database is not there", () => siblingUrl(test.url, "nosuch")],
  ])("is away when %s", async (_why, url) => {
    const error = await errorOf(url(), ask);
    expect(isDatabaseAway(error)).toBe(true);
    expect(knownError(error)).toMatchObject({ code: "database_unavailable" });
    expect(knownError(error).message).not.toMatch(/127\.0\.0\.1|nobody|nosuch|wrong/);
  });
});

describe("isDatabaseAway", () => {
  it("knows a connection that was cut while it worked", async () => {
    const sleeping = errorOf(test.url, (db) => db.$queryRaw`SELECT pg_sleep(20)::text`);
    const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'";
    const untilCut = async (): Promise<void> => {
      await execute(test.url, cut);
      const won = await Promise.race([
        sleeping.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
      if (won !== true) await untilCut();
    };
    await untilCut();
    expect(isDatabaseAway(await sleeping)).toBe(true);
  });

  it.each<[string, (db: Db) => Promise<unknown>]>([
    ["a missing table", (db) => db.$queryRaw`SELECT * FROM nosuch`],
    ["text that is not kept", (db) => db.batch.findUnique({ where: { id: "a\0b" } })],
    ["a value that is there already", (db) => twice(db)],
  ])("does not blame it for %s", async (_, ask) => {
    const error = await errorOf(test.url, ask);
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseAway(error)).toBe(false);
    expect(knownError(error)).toMatchObject({ code: "internal" });
  });

  it("ends with an error that is its own cause", () => {
    const error: Error & { cause?: unknown } = new Error("x");
    error.cause = error;
    expect(isDatabaseAway(error)).toBe(false);
  });
});

async function twice(db: Db): Promise<unknown> {
  const data = { id: "twice", serviceId: "twice" };
  await db.lane.create({ data });
  return db.lane.create({ data });
}

describe("checkHealth", () => {
  it("is content with a database that has the tables", async () => {
    await expect(checkHealth(test.ctx.db)).resolves.toBeUndefined();
  });

  it("is not content with one that has none", async () => {
    const error = await errorOf(siblingUrl(test.url, "postgres"), checkHealth);
    expect(error).toMatchObject({
      code: "database_unavailable",
      message: expect.stringContaining("migrations"),
    });
  });
});
