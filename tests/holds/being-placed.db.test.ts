import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Db } from "../../prisma/client.ts";
import { lockCollectionHold, lockHold } from "../../prisma/store/hold/hold.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeObject } from "../factories/make-object.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

let test: TestContext;
/** Another process's. */
let other: Db;
beforeAll(async () => {
  test = await testContext();
  other = connect(test.url, { max: 2, name: "other" });
});
afterAll(async () => {
  await other.$disconnect();
  await test.end();
});

/** Longer than anything here takes, and far below a test's limit. */
const PATIENCE = "2s";

it("a hold that is being placed lets objects of its collection be written, and whoever asks for the hold wait", async () => {
  const { db } = test.ctx;
  const collection = await makeCollection(db);
  await db.transact(async (tx) => {
    expect(await lockHold(tx, { on: "collection", id: collection.id })).toBeNull();
    await makeObject(other, collection);
    const asked = other.transact(async (late) => {
      await late.$executeRaw`SELECT set_config('lock_timeout', ${PATIENCE}, true)`;
      return lockCollectionHold(late, collection.id);
    });
    await expect(asked).rejects.toThrow(/lock timeout/);
  });
  expect(await db.storedObject.count({ where: { collectionId: collection.id } })).toBe(1);
});
