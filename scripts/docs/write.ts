import { isMain, runCommand } from "../run-command.ts";
import { fillAuditPage } from "./audit.ts";
import { fillEnvPage } from "./env.ts";
import { readPage, writePage } from "./generated.ts";
import { fillArchitecturePage } from "./rooms.ts";
import { fillStatesPage } from "./states.ts";

/** The pages below docs that are partly made from code. */
export const PAGES = {
  "architecture.md": fillArchitecturePage,
  "reference/audit.md": fillAuditPage,
  "reference/env.md": fillEnvPage,
  "reference/states.md": fillStatesPage,
} as const satisfies Record<string, (page: string) => string>;

/** `npm run docs`: makes the generated parts of the documentation anew. */
async function main(): Promise<void> {
  for (const [name, fill] of Object.entries(PAGES)) {
    const changed = await writePage(name, fill(await readPage(name)));
    console.log(`docs/${name}: ${changed ? "written" : "up to date"}`);
  }
}

if (isMain(import.meta.url)) runCommand(main);
