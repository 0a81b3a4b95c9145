import type { Page, TestInfo } from "@playwright/test";
import { expect } from "./test.ts";
import { violations } from "./violations.ts";

const LOOKS = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
] as const;

/** Parts of the page that are wider than what shows of them; the rooms of the rail may be, on a phone. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll("main *")]
  .filter((part) => part.scrollWidth > part.clientWidth && (part === document.documentElement || /auto|scroll/.test(getComputedStyle(part).overflowX)))
  .map((part) => part.tagName + "." + part.className)`;

/** Pictures of the page in three looks, attached to the test. Each must fit its width and be clean in axe's eyes. */
export async function lookAt(page: Page, testInfo: TestInfo, place: string): Promise<void> {
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const name = `${place}-${colorScheme}-${width}`;
    expect(await violations(page, colorScheme === "dark" ? "colours" : "all"), name).toEqual([]);
    expect(await page.evaluate<string[]>(TOO_WIDE), name).toEqual([]);
    // what is sticky would stand in the middle of a picture of the whole page
    await page.evaluate("scrollTo(0, 0)");
    const path = testInfo.outputPath(`${name}.png`);
    await page.screenshot({ path, fullPage: true });
    await testInfo.attach(name, { path, contentType: "image/png" });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
}
