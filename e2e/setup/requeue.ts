import type { Page } from "@playwright/test";
import { batchOfFiles } from "../../tests/pipeline/manifests.ts";
import { depositByForm } from "./deposit.ts";
import { PEOPLE, type Product } from "./product.ts";
import { expect } from "./test.ts";

/** Deposits a batch whose files the source does not have. Answers the batch's id. */
export async function depositMissing(
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

export function serve({ source }: Product, folder: string, files: number, isHeld = false): void {
  for (let place = 1; place <= files; place += 1)
    source.serve(`/${folder}/${place}`, { kind: "file", body: `bytes of ${folder} ${place}`, isHeld });
}

export async function jobsOf({ db }: Product, batchId: string): Promise<string[]> {
  const jobs = await db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
  return jobs.map(({ id }) => id);
}

/** Fills in a reason and confirms; the dialog lets nobody through without one. */
export async function confirm(page: Page, verb: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: verb, exact: true });
  await expect(button).toBeDisabled();
  await dialog.getByLabel("Reason").fill(reason);
  await button.click();
}

/** The newest audit row is this one, by the operator on a page. */
export async function expectAudit({ db }: Product, row: object): Promise<void> {
  const found = await db.audit.findFirstOrThrow({ orderBy: { id: "desc" } });
  expect(found).toMatchObject({ actor: PEOPLE.operator, via: "session", ...row });
}
