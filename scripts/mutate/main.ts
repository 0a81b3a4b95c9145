import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DECIDING_LINES } from "../../tests/mutations/deciding-lines.ts";
import { runCommand } from "../run-command.ts";
import { ensureSystemPrograms } from "../test/system-programs.ts";
import { copyTree } from "./copy-tree.ts";
import { mutateCore } from "./mutate-core.ts";
import { mutateLines } from "./mutate-lines.ts";

/**
 * `npm run mutate`: changes deciding lines one at a time in a copy and sees whether a test notices, then has Stryker
 * mutate core/ (an hour on two cores). `--lines` or `--core` alone does one of them; words after them are globs of core/, or
 * parts of the sentences, to be done alone: `npm run mutate -- --core 'core/lane/*.ts'`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { lines: { type: "boolean" }, core: { type: "boolean" } },
    allowPositionals: true,
  });
  const both = !values.lines && !values.core;
  let survivors = 0;
  if (both || values.lines) {
    await ensureSystemPrograms();
    const wanted = DECIDING_LINES.filter(
      ({ sentence }) => positionals.length === 0 || positionals.some((part) => sentence.includes(part)),
    );
    const copy = await copyTree();
    try {
      survivors += await mutateLines(copy, wanted);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
  if (both || values.core) await mutateCore(positionals);
  process.exit(survivors === 0 ? 0 : 1);
}

runCommand(main);
