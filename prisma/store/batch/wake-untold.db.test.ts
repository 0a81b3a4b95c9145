import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { wakeUntoldBatches } from "./wake.ts";

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

type Row = {
  readonly batch?: { readonly state?: "Failed" | "Completed"; readonly expandedAt?: null };
  readonly settings?: object;
  readonly jobs: readonly (readonly ["Completed" | "Failed" | "Deleted" | "Downloading", string | null])[];
};

const ROWS: readonly (readonly [string, Row, number])[] = [
  ["a re-run has completed", { jobs: [["Completed", "Failed:source_not_found"]] }, 1],
  ["a job was deleted after the report", { jobs: [["Deleted", "Failed:source_not_found"]] }, 1],
  ["a re-run has failed in another way", { jobs: [["Failed", "Failed:digest_mismatch"]] }, 1],
  ["a re-run has failed as before", { jobs: [["Failed", "Failed:source_not_found"]] }, 0],
  ["nothing has changed", { jobs: [["Completed", "Completed"]] }, 0],
  [
    "another re-run is still open",
    {
      jobs: [
        ["Completed", "Failed:x"],
        ["Downloading", "Failed:x"],
      ],
    },
    0,
  ],
  [
    "reports go by button",
    { settings: { automaticUpdateReport: false }, jobs: [["Completed", "Failed:x"]] },
    0,
  ],
  ["the batch has completed", { batch: { state: "Completed" }, jobs: [["Completed", null]] }, 0],
  ["the batch failed before it had jobs", { batch: { expandedAt: null }, jobs: [["Failed", null]] }, 0],
];

describe("wakeUntoldBatches", () => {
  it.each(ROWS)("when %s", async (_, { batch, settings, jobs }, expected) => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection);
    const { profileVersionId } = await db.batch.update({
      where: { id: batchId },
      data: { state: "Failed", expandedAt: new Date(), dueAt: null, ...batch },
    });
    if (settings) await db.profileVersion.update({ where: { id: profileVersionId }, data: { settings } });
    for (const [state, reportedOutcome] of jobs) {
      const id = await makeJob(db, batchId, state);
      await db.job.update({ where: { id }, data: { reportedOutcome } });
    }
    expect(await wakeUntoldBatches(db)).toBe(expected);
    expect(await wakeUntoldBatches(db), "woken once").toBe(0);
  });

  it("reads the index of what is untold", async () => {
    const plan = await test.ctx.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return tx.$queryRaw<{ "QUERY PLAN": string }[]>`EXPLAIN SELECT job.batch_id FROM job
        WHERE job.state IN ('Completed', 'Failed', 'Deleted') AND job.reported_outcome IS DISTINCT FROM CASE job.state
          WHEN 'Completed' THEN 'Completed' WHEN 'Deleted' THEN 'Deleted'
          WHEN 'Failed' THEN 'Failed:' || coalesce(job.error_code, 'internal') END`;
    });
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("job_untold_idx");
  });
});
