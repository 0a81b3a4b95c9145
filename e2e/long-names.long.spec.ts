import type { Page } from "@playwright/test";
import { everyPage } from "./setup/every-page.ts";
import { makeLongThings } from "./setup/long-things.ts";
import { lookAt } from "./setup/pictures.ts";
import { expect, test } from "./setup/test.ts";

/** A row of two lines: 21 and 20 px of text, 8 of padding, a hairline; a line more where small buttons wrap on a phone. */
const TWO_LINES_PX = 56;
const WRAPPED_PX = 76;
/** The audit on a phone: an act of two lines, who did it, and what is folded. */
const FOLDED_PX = 92;
/** Pages that list things in a table of which there are some. */
const LISTS =
  /^\/(?:batches|jobs|objects|lanes|callbacks|mail|collections|people|audit|account\/tokens)(?:\?.*)?$/;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

/** Opens a page and waits until what it lists is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}

/** By how many pixels the page is wider than its window, with the elements that stand out of it where they are found. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const overPx = document.documentElement.scrollWidth - window.innerWidth;
    if (overPx <= 0) return [];
    const out = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .filter((element) => !element.closest(".overflow-x-auto"))
      .slice(-5)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
    return [`too wide by ${overPx} px`, ...out];
  });

/** Heights of a page's table rows. */
const rowHeights = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));

/** What is wrong with the widths and rows of a page. A list without a row was not measured, which is wrong too. */
async function measure(page: Page, path: string, mostPx: number): Promise<string[]> {
  await open(page, path);
  const heights = await rowHeights(page);
  const high = heights.filter((px) => px > mostPx).map((px) => `a row of ${px} px`);
  const isUnmeasured = LISTS.test(path) && heights.length === 0;
  return [...(await tooWide(page)), ...high, ...(isUnmeasured ? ["no rows"] : [])];
}

test("names of 200 letters, digests and long words keep rows low and phones narrow", async ({
  as,
  product,
}, testInfo) => {
  test.setTimeout(480_000);
  const admin = await as("admin");
  const paths = [...(await everyPage(product, admin, "narrow")), ...(await makeLongThings(product.db))];
  const wrong: string[] = [];
  for (const [viewport, mostPx] of [
    [PHONE, WRAPPED_PX],
    [DESK, TWO_LINES_PX],
  ] as const) {
    await admin.setViewportSize(viewport);
    for (const path of paths) {
      const isFolded = path === "/audit" && viewport === PHONE;
      const found = await measure(admin, path, isFolded ? FOLDED_PX : mostPx);
      wrong.push(...found.map((what) => `${viewport.width} ${path}: ${what}`));
    }
  }
  await admin.goto("/batches");
  await lookAt(admin, testInfo, "long-names");
  expect(wrong).toEqual([]);
});
