import type { Page } from "@playwright/test";
import { makeBag } from "../tests/containers/make-bag.ts";
import { type Contents, makeZip } from "../tests/containers/make-container.ts";
import { lookAt } from "./setup/pictures.ts";
import type { Product } from "./setup/product.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Deposits a zip to Maps with the session of the page, and answers its job once it is stored. */
async function depositZip(
  page: Page,
  product: Product,
  files: Contents,
  fields: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    collection: "maps",
    type: "container",
    filename: "scans.zip",
    ...fields,
  });
  const answer = await page.request.post(`/api/v1/batches?${query}`, {
    headers: { origin: product.url },
    data: await makeZip(files),
  });
  expect(answer.status()).toBe(202);
  const { batch } = await answer.json();
  await expectStates(product, batch.id, "Completed", ["Completed"]);
  return product.db.job.findFirstOrThrow({ where: { batchId: batch.id } });
}

test("an object tells what each version changed, where it is kept and how its ARK stands", async ({
  as,
  product,
}, testInfo) => {
  const page = await as("depositor");
  const fields = { localIdentifier: "e2e-changes", title: "Survey of the harbour" };
  const first = {
    "a.txt": "1",
    "sub/b.txt": "2",
    "c.txt": "3",
    "mrt-embargo.txt": "embargoEndDate: 2090-01-01T00:00:00Z",
  };
  await depositZip(page, product, first, fields);
  const second = { "a.txt": "one", "地図.txt": "4", "mrt-delete.txt": "c.txt" };
  const { ark } = await depositZip(page, product, second, { ...fields, update: "true" });
  const object = await product.db.storedObject.findUniqueOrThrow({ where: { ark: ark ?? "" } });
  await page.goto(`/objects/${object.id}`);
  const about = page.getByRole("region", { name: "Object", exact: true });
  await expect(about.getByText("Not registered")).toBeVisible();
  await expect(about.getByText(/no resolver knows it/)).toBeVisible();
  await expect(about.getByText("File system, folder objects")).toBeVisible();
  await expect(about.getByText(object.root ?? "")).toBeVisible();
  await expect(about.getByText(/^Until 1 Jan 2090/)).toBeVisible();
  await lookAt(page, testInfo, "object");

  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByText("The first version")).toBeVisible();
  await versions.getByRole("link", { name: "2 added, 3 changed, 1 removed, 7 kept" }).click();
  const changes = page.getByRole("region", { name: "What version 2 changed" });
  const told = async () =>
    (await changes.getByRole("row").allInnerTexts()).slice(1).map((row) => row.split(/\s+/, 2).join(" "));
  await expect(changes.getByRole("row")).toHaveCount(1 + 6);
  expect((await told()).filter((row) => row.includes("producer/"))).toEqual([
    "Changed producer/a.txt",
    "Removed producer/c.txt",
    "Added producer/地図.txt",
  ]);
  await lookAt(page, testInfo, "object-changes");
  await changes.getByRole("link", { name: /^Removed/ }).click();
  await expect(changes.getByRole("row")).toHaveCount(1 + 1);
  const download = page.waitForEvent("download");
  await changes.getByRole("link", { name: "Download producer/c.txt of version 1" }).click();
  expect((await download).suggestedFilename()).toBe("c.txt");
  await page.goBack();
  await expect(changes.getByRole("row")).toHaveCount(1 + 6);
  // the address shows the same
  await page.goto(`/objects/${object.id}?version=2&show=changes&change=removed`);
  await expect(changes.getByRole("row")).toHaveCount(1 + 1);
  await changes.getByRole("link", { name: "Show all its files" }).click();
  await expect(page.getByRole("region", { name: "Files of version 2" })).toBeVisible();
});

test("a job tells what was odd about its container, and so does the report", async ({
  as,
  product,
}, testInfo) => {
  const page = await as("depositor");
  const bag = makeBag({ "Notes.txt": "1", "notes.txt": "2" }, { version: "0.96" });
  const job = await depositZip(page, product, bag);
  await page.goto(`/jobs/${job.id}`);
  const warnings = page.getByRole("region", { name: "Warnings" });
  await expect(warnings.getByText("Accepted with 2 warnings.")).toBeVisible();
  await expect(warnings.getByRole("listitem")).toHaveCount(2);
  await expect(warnings.getByText("It was checked by the rules of 0.97.")).toBeVisible();
  await expect(page.getByText(/no resolver knows it/)).toBeVisible();
  await lookAt(page, testInfo, "job-warnings");
  const mail = await product.db.outbox.findFirstOrThrow({ where: { batchId: job.batchId, kind: "mail" } });
  expect(JSON.stringify(mail.payload)).toContain("2 in 1 job");
});
