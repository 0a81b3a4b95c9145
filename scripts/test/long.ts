import { runCommand } from "../run-command.ts";
import { generateClient } from "../start/build.ts";
import { buildWorker } from "../start/build-worker.ts";
import { runVitest } from "./run-suite.ts";
import { ensureSystemPrograms } from "./system-programs.ts";
import { failureLines, total } from "./tally.ts";

/** `npm run test:long`: the tests that take a minute or more each, beside those of `npm test`. */
async function main(): Promise<void> {
  await ensureSystemPrograms();
  await generateClient(new AbortController().signal);
  await buildWorker();
  await runVitest("long");
  for (const line of failureLines()) console.log(line);
  const { passed, failed } = total();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

runCommand(main);
