import { isDeepStrictEqual } from "node:util";
import type { Page } from "@playwright/test";
import { makeCallback } from "../tests/factories/make-callback.ts";
import { depositByForm } from "./setup/deposit.ts";
import { everyPage } from "./setup/every-page.ts";
import { expectStates } from "./setup/states.ts";
import { expect, test } from "./setup/test.ts";

/** Where each thing that can be pressed is, in whole pixels, in the order of the document. */
const PLACES = `[...document.querySelectorAll("a, button, input, select, textarea")]
  .map((part) => [part, part.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0)
  .map(([part, box]) => (part.getAttribute("href") ?? part.getAttribute("name") ?? part.tagName) + " at " + Math.round(box.x) + ", " + Math.round(box.y))`;

const IS_STYLED = `[...document.querySelectorAll('link[rel="stylesheet"]')].every((link) => link.sheet) && document.fonts.ready.then(() => true)`;

test("nothing that can be pressed moves when a page comes to life", async ({ as, product }) => {
  test.slow();
  const page = await as("admin");
  const paths = await everyPage(product, page, "settle");
  // one that was given up, for the counts of the rail and the notices that tell of them
  const job = await product.db.job.findFirstOrThrow({ select: { id: true, batchId: true } });
  await makeCallback(product.db, { batchId: job.batchId, jobId: job.id, ending: 99 });
  for (const path of paths) {
    // a time that is told may become "10 s ago" just then, but not twice running
    const first = await placesBeforeAndAfter(page, path);
    const { before, after } = isDeepStrictEqual(first.before, first.after)
      ? first
      : await placesBeforeAndAfter(page, path);
    expect(after, path).toEqual(before);
  }
});

async function placesBeforeAndAfter(page: Page, path: string) {
  const comeToLife = await openWithoutLife(page, path);
  const before = await page.evaluate<string[]>(PLACES);
  await comeToLife();
  return { before, after: await page.evaluate<string[]>(PLACES) };
}

test("a link is followed that was pressed before its page came to life and let go after", async ({
  as,
  product,
}) => {
  const page = await as("operator");
  const batchId = await depositByForm(page, "pressed.txt", "pressed early");
  await expectStates(product, batchId, "Completed", ["Completed"]);
  const comeToLife = await openWithoutLife(page, `/batches/${batchId}`);
  await page.getByRole("link", { name: "Read it" }).hover();
  await page.mouse.down();
  await comeToLife();
  await page.mouse.up();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(batchId) })).toBeVisible();
});

/** Opens a page whose script is kept from it. What is given back lets it through and waits until the page follows along. */
async function openWithoutLife(page: Page, path: string): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(IS_STYLED)).toBe(true);
  return async () => {
    open();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  };
}
