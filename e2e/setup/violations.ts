import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type Found = {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/**
 * What axe finds wrong with the page, as one line each. `what`: all of it, or only what can differ between two colour
 * schemes.
 */
export async function violations(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  // colours on their way from one scheme to the other are nobody's choice
  await page.emulateMedia({ reducedMotion: "reduce" });
  // a script tag would be refused by the page's content security policy; what is evaluated is not
  await page.evaluate(AXE);
  const found = await page.evaluate<Found>(
    what === "all" ? "axe.run()" : 'axe.run({ runOnly: ["color-contrast"] })',
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}
