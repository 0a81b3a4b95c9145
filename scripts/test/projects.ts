import { runCommand } from "../run-command.ts";
import { build, generateClient } from "../start/build.ts";
import { runPlaywright, runVitest } from "./run-suite.ts";
import { ensureSystemPrograms } from "./system-programs.ts";
import { failureLines, total } from "./tally.ts";

/** Projects that need neither programs nor a build. */
const BARE = ["unit", "slow"];

/** `node --import tsx scripts/test/projects.ts NAME ...`: those projects of vitest.config.ts; `npm run test:long` runs the long ones, those in a browser too. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const { signal } = new AbortController();
  await generateClient(signal);
  if (names.some((name) => !BARE.includes(name))) {
    await ensureSystemPrograms();
    await build(signal);
  }
  await runVitest(...names);
  if (names.includes("long")) await runPlaywright("long");
  for (const line of failureLines()) console.log(line);
  const { passed, failed } = total();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

runCommand(main);
