import { afterAll, beforeAll, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { keepStep } from "../step.ts";
import { expireFolder } from "./folders.ts";

const PAST = new Date(Date.now() - 1_000);

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it.each([
  ["forgets the files that have to be fetched again", false, { size: null, sha256: null, verifiedAt: null }],
  ["keeps what Recording enters of a job that has stored its version", true, { size: 3n, sha256: "abc" }],
])("%s", async (_, isStored, file) => {
  const { db } = test.ctx;
  const jobId = await makeJob(db, await makeBatch(db, await makeCollection(db)), "Failed", {
    workingDirectory: "jobs/x",
    spaceReserved: 7n,
    foldersUntil: PAST,
  });
  const verified = { name: "a.txt", size: 3n, sha256: "abc", verifiedAt: PAST };
  await db.jobFile.create({ data: { jobId, ordinal: 1, ...verified } });
  if (isStored) await keepStep(db, jobId, 0n, "store", { version: 1 });
  expect(await expireFolder(db, jobId)).toBe(true);
  expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({
    workingDirectory: null,
    spaceReserved: 0n,
  });
  expect(await db.jobFile.findFirstOrThrow({ where: { jobId } })).toMatchObject(file);
  expect(await expireFolder(db, jobId)).toBe(false);
});
