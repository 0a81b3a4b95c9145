import type { Page } from "@playwright/test";
import { batchOfFiles } from "../tests/pipeline/manifests.ts";
import { depositByForm } from "./setup/deposit.ts";
import { PEOPLE, type Product } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** What an operator does to jobs and batches that failed or hang, each with its reason and its row in the audit. */

const said = (page: Page) => page.getByRole("status", { name: "What was done" });

/** Deposits a batch whose files the source does not have. Answers the batch's id. */
async function depositMissing(
  page: Page,
  { source }: Product,
  folder: string,
  files: number,
): Promise<string> {
  const rows = Array.from({ length: files }, (_, place) => ({
    url: source.url(`/${folder}/${place + 1}`),
    name: `${folder}-${place + 1}.txt`,
  }));
  return depositByForm(page, `${folder}.checkm`, batchOfFiles(rows));
}

function serve({ source }: Product, folder: string, files: number, isHeld = false): void {
  for (let place = 1; place <= files; place += 1)
    source.serve(`/${folder}/${place}`, { kind: "file", body: `bytes of ${folder} ${place}`, isHeld });
}

async function jobsOf({ db }: Product, batchId: string): Promise<string[]> {
  const jobs = await db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
  return jobs.map(({ id }) => id);
}

/** Fills in a reason and confirms; the dialog lets nobody through without one. */
async function confirm(page: Page, verb: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: verb, exact: true });
  await expect(button).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  await button.click();
}

/** The newest audit row is this one, by the operator on a page. */
async function expectAudit({ db }: Product, row: object): Promise<void> {
  const found = await db.audit.findFirstOrThrow({ orderBy: { id: "desc" } });
  expect(found).toMatchObject({ actor: PEOPLE.operator, via: "session", ...row });
}

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
