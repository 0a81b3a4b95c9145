import type { Page } from "@playwright/test";
import { PEOPLE } from "./setup/product.ts";
import { confirm, depositMissing, expectAudit, jobsOf, serve } from "./setup/requeue.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** What an operator does to jobs and batches that failed or hang, each with its reason and its row in the audit. */

const said = (page: Page) => page.getByRole("status", { name: "What was done" });

test("selected jobs are resumed together, and the refused one is listed with its reason", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  const batchId = await depositMissing(page, product, "picked", 3);
  await expectStates(product, batchId, "Failed", ["Failed", "Failed", "Failed"]);
  const [one = ""] = await jobsOf(product, batchId);
  await page.goto("/jobs?q=picked-&state=Failed");
  await expect(page.getByRole("button", { name: "Resume all failed jobs of this list" })).toBeVisible();
  for (const place of [1, 2, 3]) await page.getByLabel(`Select picked-${place}.txt`).check();
  // meanwhile somebody has run the first one again
  serve(product, "picked", 3, true);
  await product.db.job.update({ where: { id: one }, data: { state: "Completed", endedAt: new Date() } });
  await page
    .getByRole("region", { name: "3 jobs selected" })
    .getByRole("button", { name: "Resume 3 jobs" })
    .click();
  await confirm(page, "Resume 2 jobs", "they were moved back");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("2 jobs resumed, 1 job refused.");
  await expect(dialog.getByRole("region", { name: "Refused" })).toContainText(
    "only a Failed job can be resumed",
  );
  await expectAudit(product, {
    action: "jobs.requeue",
    target: batchId,
    after: { jobs: 2, batches: 1, refused: { not_failed: 1 }, to: { Downloading: 2 } },
  });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  for (const place of [1, 2, 3]) product.source.release(`/picked/${place}`);
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Completed"]);
});

test("the priority of a job and of a batch is changed, and a job that hangs is made to fail", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  serve(product, "slow", 2, true);
  const batchId = await depositMissing(page, product, "slow", 2);
  await expectStates(product, batchId, "Processing", ["Pending", "Pending"]);
  const [first = ""] = await jobsOf(product, batchId);
  await expect
    .poll(async () => (await product.db.job.findUniqueOrThrow({ where: { id: first } })).state)
    .toBe("Downloading");

  await page.goto(`/jobs/${first}`);
  await page.getByRole("button", { name: "Change priority" }).click();
  await page.getByRole("dialog").getByLabel("Priority", { exact: true }).fill("3");
  await confirm(page, "Set the priority to 3", "the exhibition opens");
  await expect(said(page)).toHaveText("Priority set to 3.");
  await expect(page.getByText("3 (0 is first)")).toBeVisible();
  await expectAudit(product, {
    action: "job.priority",
    target: first,
    reason: "the exhibition opens",
    after: { priority: 3 },
  });

  await page.goto(`/batches/${batchId}`);
  await page.getByRole("button", { name: "Change priority" }).click();
  await page.getByRole("dialog").getByLabel("Priority", { exact: true }).fill("1");
  await confirm(page, "Set the priority to 1", "all of it");
  await expect(said(page)).toHaveText("Priority set to 1.");
  await expectAudit(product, { action: "batch.priority", target: batchId, after: { priority: 1, jobs: 2 } });

  await page.goto(`/jobs/${first}`);
  await page.getByRole("button", { name: "Force to fail" }).click();
  await confirm(page, "Force the job to fail", "the source hangs");
  await expect(said(page)).toHaveText("The job was forced to fail.");
  await expect(page.getByText(`Stopped by ${PEOPLE.operator}: the source hangs`).first()).toBeVisible();
  await expectAudit(product, {
    action: "job.force-fail",
    target: first,
    reason: "the source hangs",
    before: { state: "Downloading" },
    after: { state: "Failed", code: "forced" },
  });
  product.source.release("/slow/1");
  product.source.release("/slow/2");
  await expectStates(product, batchId, "Failed", ["Failed", "Completed"]);
});

test("jobs and batches are deleted, by who may", async ({ as, product }) => {
  const page = await as("operator");
  const batchId = await depositMissing(page, product, "gone", 3);
  await expectStates(product, batchId, "Failed", ["Failed", "Failed", "Failed"]);
  const [first = "", second = ""] = await jobsOf(product, batchId);

  const depositor = await as("depositor");
  await depositor.goto(`/jobs/${first}`);
  await expect(depositor.getByRole("button", { name: "Resume at Downloading" })).toBeVisible();
  await expect(depositor.getByRole("button", { name: "Delete job" })).toBeHidden();

  await page.goto(`/jobs/${first}`);
  await page.getByRole("button", { name: "Delete job" }).click();
  await confirm(page, "Delete the job", "sent twice");
  await expect(said(page)).toHaveText("The job is deleted.");
  await expectAudit(product, {
    action: "job.delete",
    target: first,
    reason: "sent twice",
    before: { Failed: 1 },
  });

  await page.goto("/jobs?q=gone-2&state=Failed");
  await page.getByLabel("Select gone-2.txt").check();
  await page.getByRole("button", { name: "Delete 1 job" }).click();
  await confirm(page, "Delete 1 job", "sent twice too");
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("1 job deleted.");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  expect((await product.db.job.findUniqueOrThrow({ where: { id: second } })).state).toBe("Deleted");
  await expectAudit(product, { action: "jobs.delete", target: second, reason: "sent twice too" });

  await page.goto(`/batches/${batchId}`);
  await page.getByRole("button", { name: "Delete batch" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 job that failed or are held");
  await confirm(page, "Delete the batch", "nobody wants it");
  await expect(said(page)).toHaveText("The batch is deleted.");
  await expectAudit(product, {
    action: "batch.delete",
    target: batchId,
    reason: "nobody wants it",
    before: { state: "Failed" },
    after: { state: "Deleted", jobs: 1 },
  });
  await expect(page.getByRole("button", { name: "Delete batch" })).toBeHidden();
});
