import { afterAll, beforeAll, expect, it } from "vitest";
import type { RootFault, StorageRoot } from "../../core/ports.ts";
import type { RootName } from "../../core/storage/root.ts";
import { showUp } from "../../prisma/store/instance.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { makeRootWatch } from "./watch.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

/** A root whose check is answered only when the test says so. */
function hanging(name: RootName) {
  let release: () => void = () => undefined;
  const answer = new Promise<RootFault | undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  let asked = 0;
  const root: StorageRoot = {
    name,
    findFault: () => {
      asked += 1;
      return answer;
    },
    require: async () => undefined,
  };
  return { root, release, asked: () => asked };
}

const alarms = () => test.ctx.db.alarm.findMany();

it("a folder whose check hangs counts as away, so that the worker stands down for one that has it", async () => {
  const { db } = test.ctx;
  await showUp(db, "this", "here");
  const [working, s3] = [hanging("working"), hanging("s3")];
  const watch = makeRootWatch(test.ctx, {
    roots: [working.root, s3.root],
    instance: "this",
    patienceMs: 50,
  });
  await watch.look();
  expect(watch.standsDown).toBe(false);
  expect(await alarms()).toMatchObject([{ kind: "working_storage_away" }]);

  await showUp(db, "other", "there");
  await watch.look();
  expect(watch.standsDown).toBe(true);
  // what hangs is not asked again
  expect([working.asked(), s3.asked()]).toEqual([1, 1]);

  working.release();
  s3.release();
  await watch.look();
  expect(watch.standsDown).toBe(false);
  expect(await alarms()).toEqual([]);
  await watch.close();
});
