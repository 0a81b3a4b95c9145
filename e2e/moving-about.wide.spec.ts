import type { Page } from "@playwright/test";
import { depositByForm } from "./setup/deposit.ts";
import { live } from "./setup/live.ts";
import { expect, test } from "./setup/test.ts";

/** How long a press that led nowhere is waited for (components/frame/arrival.model.ts), and a little more. */
const ARRIVED_MS = 5_500;

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.tagName);

test("Back stays where it leads, and the row that was opened has the focus again", async ({ as }) => {
  const page = await as("operator");
  const batchId = await depositByForm(page, "back.txt", `back ${Math.random()}`);
  await page.goto("/batches");
  await live(page);
  const row = page.locator(`a[data-row-link][href="/batches/${batchId}"]`);
  await row.click();
  await page.waitForURL(`**/batches/${batchId}`);
  await expect.poll(() => focused(page)).toBe("H1");
  await page.goBack();
  await page.waitForURL("**/batches");
  await expect.poll(() => focused(page)).toBe(`/batches/${batchId}`);
  await page.waitForTimeout(ARRIVED_MS);
  expect(new URL(page.url()).pathname).toBe("/batches");
});
