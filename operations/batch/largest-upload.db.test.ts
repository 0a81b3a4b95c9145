import { afterAll, beforeAll, expect, it } from "vitest";
import { measuredOnce } from "../../prisma/store/installation.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { largestUpload, QUOTA_KEY } from "./largest-upload.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it("is what is set, and never more than working storage may hold", async () => {
  const { db } = test.ctx;
  const most = (given: object) =>
    largestUpload({ db, env: { ...test.ctx.env, UPLOAD_MAX_BYTES: 1_000, ...given } });
  expect(await most({})).toBe(1_000);
  expect(await most({ WORKING_STORAGE_QUOTA: 700 })).toBe(700);
  expect(await most({ WORKING_STORAGE_QUOTA: 1_700 })).toBe(1_000);
  await measuredOnce(db, QUOTA_KEY, async () => 600);
  expect(await most({})).toBe(600);
  // the setting counts, not what was measured once
  expect(await most({ WORKING_STORAGE_QUOTA: 700 })).toBe(700);
});
