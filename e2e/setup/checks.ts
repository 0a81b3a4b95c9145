import type { Page } from "@playwright/test";
import type { Product } from "./product.ts";
import { expect } from "./test.ts";

/** Starts a check on the page, waits until a worker has made it, and answers its id. */
export async function runCheck(page: Page, { db }: Product): Promise<string> {
  const before = await db.checkRun.count();
  await page.getByRole("button", { name: "Run a check", exact: true }).click();
  await expect(page.getByRole("status", { name: "What was done", exact: true })).toHaveText(
    "Check requested.",
  );
  await expect.poll(() => db.checkRun.count()).toBe(before + 1);
  const { id } = await db.checkRun.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  const ended = async () => (await db.checkRun.findUniqueOrThrow({ where: { id } })).endedAt !== null;
  await expect.poll(ended, { timeout: 30_000 }).toBe(true);
  return id;
}
