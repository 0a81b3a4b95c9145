import { confirm, depositMissing, expectAudit, jobsOf, serve } from "./setup/requeue.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

test("one job is resumed at an earlier stage, and all failed ones of a batch", async ({ as, product }) => {
  const page = await as("operator");
  const batchId = await depositMissing(page, product, "again", 3);
  await expectStates(product, batchId, "Failed", ["Failed", "Failed", "Failed"]);
  const [first = ""] = await jobsOf(product, batchId);
  serve(product, "again", 1);
  await page.goto(`/jobs/${first}`);
  await page.getByRole("button", { name: "Resume at Downloading" }).click();
  await expectStates(product, batchId, "Failed", ["Completed", "Failed", "Failed"]);
  await expectAudit(product, { action: "job.resume", target: first });

  serve(product, "again", 3);
  await page.goto(`/batches/${batchId}`);
  await page.getByRole("button", { name: "Run all 2 failed jobs again" }).click();
  await confirm(page, "Resume 2 jobs", "the source has them now");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("2 jobs resumed.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Completed"]);
  await expectAudit(product, {
    action: "jobs.requeue",
    target: batchId,
    reason: "the source has them now",
    before: { Failed: 2 },
    after: {
      jobs: 2,
      batches: 1,
      refused: {},
      to: { Downloading: 2 },
      filter: { state: "Failed", batch: batchId },
    },
  });
});
