import type { Page } from "@playwright/test";
import { batchOfFiles } from "../tests/pipeline/manifests.ts";
import { depositByForm } from "./setup/deposit.ts";
import { expect, test } from "./setup/test.ts";

const JOBS = 2_000;

const rowLinks = (page: Page) => page.locator("a[data-row-link]");

test("Load more loads more at each press, while 2,000 jobs run", async ({ as, product }) => {
  test.setTimeout(600_000);
  const { source, db } = product;
  const folder = `more-${Math.random()}`;
  const rows = Array.from({ length: JOBS }, (_, place) => ({
    url: source.url(`/${folder}/${place}`),
    name: `${place}.txt`,
  }));
  for (let place = 0; place < JOBS; place += 1)
    source.serve(`/${folder}/${place}`, { kind: "file", body: `bytes ${place}` });
  const page = await as("operator");
  const batchId = await depositByForm(page, `${folder}.checkm`, batchOfFiles(rows));
  await page.goto(`/batches/${batchId}`);
  // a crowded machine may take long to get the page going
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
  const more = page.getByRole("link", { name: "Load more jobs" });
  await expect.poll(() => db.job.count({ where: { batchId } }), { timeout: 60_000 }).toBe(JOBS);
  await expect(more).toBeVisible();
  let shown = await rowLinks(page).count();
  for (let press = 0; press < 20; press += 1) {
    const open = await db.job.count({ where: { batchId, state: { notIn: ["Completed", "Failed"] } } });
    expect(open, `jobs under way at press ${press}`).toBeGreaterThan(0);
    await more.click();
    await expect.poll(() => rowLinks(page).count(), { timeout: 15_000 }).toBeGreaterThan(shown);
    shown = await rowLinks(page).count();
  }
  // the lane is everybody's
  const state = async () => (await db.batch.findUniqueOrThrow({ where: { id: batchId } })).state;
  await expect.poll(state, { timeout: 400_000 }).toBe("Completed");
});
