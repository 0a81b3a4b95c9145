import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import type { Db } from "./client.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const ASKS: readonly [string, (db: Db) => Promise<unknown>][] = [
  ["a statement", (db) => db.$queryRaw`SELECT 1`],
  ["a change", (db) => db.$executeRaw`SELECT 1`],
  ["a model", (db) => db.lane.count()],
  ["a transaction of statements", (db) => db.transact((tx) => tx.$queryRaw`SELECT 1`)],
  ["a transaction of models", (db) => db.$transaction((tx) => tx.lane.count())],
];
const TRANSACTIONS: readonly [string, (db: Db, work: () => Promise<unknown>) => Promise<unknown>][] = [
  ["transact", (db, work) => db.transact(work)],
  ["$transaction", (db, work) => db.$transaction(work)],
];

describe.each(TRANSACTIONS)("inside %s", (_, begin) => {
  it.each(ASKS)(
    "the pool refuses %s, which would hold one connection and wait for another",
    async (_what, ask) => {
      const { db } = test.ctx;
      await expect(begin(db, async () => ask(db))).rejects.toThrow(
        /pool was asked \(.+\) inside a transaction/,
      );
      await expect(ask(db)).resolves.toBeDefined();
    },
  );

  it("what it left to itself may ask the pool once it has ended", async () => {
    const { db } = test.ctx;
    let later: Promise<unknown> | undefined;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await begin(db, async () => {
      later = ended.then(() => db.$queryRaw`SELECT 1`);
    });
    end();
    await expect(later).resolves.toHaveLength(1);
  });
});
