import type { Page } from "@playwright/test";
import { batchOfFiles } from "../tests/pipeline/manifests.ts";
import { depositByForm } from "./setup/deposit.ts";
import type { Product } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** The three use cases of the queue's design. The source answers file by file, when the test says so. */

/** Three files of one use case; the source holds each back until it is released. */
function serveThree(
  { source }: Product,
  folder: string,
): { readonly manifest: string; readonly paths: readonly [string, string, string] } {
  const paths = [`/${folder}/1`, `/${folder}/2`, `/${folder}/3`] as const;
  for (const path of paths) source.serve(path, { kind: "file", body: `bytes of ${path}`, isHeld: true });
  const rows = paths.map((path, place) => ({ url: source.url(path), name: `item-${place + 1}.txt` }));
  return { manifest: batchOfFiles(rows), paths };
}

async function readMail(page: Page, batchId: string, subject: RegExp): Promise<string> {
  await page.goto("/mail");
  await page
    .getByRole("link", { name: new RegExp(`${subject.source}.*${batchId}`) })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: new RegExp(batchId) })).toBeVisible();
  return (await page.locator("main").textContent()) ?? "";
}

test("Successful batch", async ({ as, product }) => {
  const page = await as("depositor");
  const { manifest, paths } = serveThree(product, "successful");
  const batchId = await depositByForm(page, "successful.checkm", manifest);
  await expectStates(product, batchId, "Processing", ["Pending", "Pending", "Pending"]);
  product.source.release(paths[1]);
  await expectStates(product, batchId, "Processing", ["Pending", "Completed", "Pending"]);
  product.source.release(paths[2]);
  await expectStates(product, batchId, "Processing", ["Pending", "Completed", "Completed"]);
  await expect(page.getByText("2 of 3 objects are stored", { exact: false })).toBeVisible();
  product.source.release(paths[0]);
  await expectStates(product, batchId, "Completed", ["Completed", "Completed", "Completed"]);
  await expect(page.getByText("All 3 objects are stored.")).toBeVisible();

  const events = await product.db.event.findMany({
    where: { batchId, kind: "batch.moved" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ to }) => to)).toEqual(["Processing", "Reporting", "Completed"]);
  const mail = await readMail(await as("admin"), batchId, /OK/);
  expect(mail).toContain("team@example.org");
  expect(mail).toMatch(/Completed:\s+3\b/);
});

test("Failed batch, then failed batch with retry", async ({ as, product }) => {
  const page = await as("depositor");
  const { source } = product;
  const { manifest, paths } = serveThree(product, "failed");
  source.serve(paths[2], { kind: "status", status: 404, isHeld: true });
  const batchId = await depositByForm(page, "failed.checkm", manifest);
  await expectStates(product, batchId, "Processing", ["Pending", "Pending", "Pending"]);
  source.release(paths[1]);
  await expectStates(product, batchId, "Processing", ["Pending", "Completed", "Pending"]);
  source.release(paths[2]);
  await expectStates(product, batchId, "Processing", ["Pending", "Completed", "Failed"]);
  source.release(paths[0]);
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Failed"]);
  await expect(page.getByText(/2 of 3 objects are stored/)).toBeVisible();
  const admin = await as("admin");
  const failed = await readMail(admin, batchId, /FAIL/);
  expect(failed).toContain(`/failed/3`);

  // the source has the file again; the depositor resumes the job from the batch's page
  source.serve(paths[2], { kind: "file", body: "found again", isHeld: true });
  await page.getByRole("button", { name: /^Resume job/ }).click();
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Pending"]);
  source.release(paths[2]);
  await expectStates(product, batchId, "Failed", ["Completed", "Completed", "Completed"]);
  expect(await product.db.outbox.count({ where: { batchId } })).toBe(1);

  await admin.goto(`/batches/${batchId}`);
  await admin.getByRole("button", { name: "Send update report" }).click();
  await expectStates(product, batchId, "Completed", ["Completed", "Completed", "Completed"]);
  const events = await product.db.event.findMany({
    where: { batchId, kind: "batch.moved" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ to }) => to)).toEqual([
    "Processing",
    "Reporting",
    "Failed",
    "UpdateReporting",
    "Completed",
  ]);
  expect(await product.db.outbox.count({ where: { batchId } })).toBe(2);
  const update = await readMail(admin, batchId, /OK -- Batch updated/);
  expect(update).toContain("item-3.txt");
  expect(update).not.toContain("item-1.txt");
});
