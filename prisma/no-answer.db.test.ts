import { afterAll, beforeAll, expect, it } from "vitest";
import { isDatabaseAway } from "../lib/database-fault.ts";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import { type StallingProxy, startStallingProxy } from "../tests/sequencer/stalling-proxy.ts";
import { connect, type Db } from "./client.ts";

let test: TestContext;
let proxy: StallingProxy;
beforeAll(async () => {
  test = await testContext();
  proxy = await startStallingProxy(Number(new URL(test.url).port));
});
afterAll(async () => {
  await proxy.close();
  await test.end();
});

it.each<readonly [string, (db: Db) => Promise<unknown>]>([
  ["a statement", (db) => db.$queryRaw`SELECT 1`],
  ["one of a transaction", (db) => db.transact((sql) => sql.$queryRaw`SELECT 1`)],
  ["a model's", (db) => db.setting.count()],
])(
  "%s that nobody answers ends as if the database were away, and the next one has another connection",
  async (_, ask) => {
    const db = connect(proxy.urlOf(test.url), { max: 1, name: "test", answerMs: 500, connectionMs: 500 });
    await ask(db);
    proxy.stall();
    const failure = await ask(db).then(
      () => undefined,
      (error: unknown) => error,
    );
    proxy.goOn();
    expect(isDatabaseAway(failure)).toBe(true);
    await expect(ask(db)).resolves.toBeDefined();
    await db.$disconnect();
  },
);
