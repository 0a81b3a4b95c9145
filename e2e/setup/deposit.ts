import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Deposits one file to Maps by the form, as a person would, and answers the batch's id from the page it leads to. */
export async function depositByForm(page: Page, name: string, content: string | Buffer): Promise<string> {
  await page.goto("/deposit?collection=maps");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  const button = page.getByRole("button", { name: /^Deposit .*to Maps/ });
  await expect(button).toBeEnabled();
  await button.click();
  await page.waitForURL(/\/batches\/bid-/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
