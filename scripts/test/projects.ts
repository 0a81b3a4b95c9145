import { runCommand } from "../run-command.ts";
import { build, generateClient } from "../start/build.ts";
import { runPlaywright, runVitest } from "./run-suite.ts";
import { ensureSystemPrograms } from "./system-programs.ts";
import { failureLines, total } from "./tally.ts";

/** Projects that need neither programs nor a build. */
const BARE = ["unit", "slow"];
/** Projects that have tests in a browser too, under the same name in playwright.config.ts. */
const IN_BROWSER = ["wide", "long"] as const;

/** `node --import tsx scripts/test/projects.ts NAME ...`: those projects of vitest.config.ts; `npm run test:wide` and `npm run test:long` run theirs, those in a browser too. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const { signal } = new AbortController();
  await generateClient(signal);
  if (names.some((name) => !BARE.includes(name))) {
    await ensureSystemPrograms();
    await build(signal);
  }
  await runVitest(...names);
  for (const name of IN_BROWSER) if (names.includes(name)) await runPlaywright(name);
  for (const line of failureLines()) console.log(line);
  const { passed, failed } = total();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

runCommand(main);
