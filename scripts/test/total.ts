import { runCommand } from "../run-command.ts";
import { failureLines, readTallies, total } from "./tally.ts";

/**
 * `total.ts <file> <broken>`: the last line of .ci/run, over everything noted in WAYBILL_TALLY.
 * `broken` is how many of its commands failed: one that died before it could note anything still counts.
 */
async function main(): Promise<void> {
  const [file = "", broken = "0"] = process.argv.slice(2);
  const tallies = await readTallies(file);
  const { passed, failed } = total(tallies);
  const worst = Math.max(failed, Number(broken));
  for (const line of failureLines(tallies)) console.log(line);
  console.log(`${passed} passed, ${worst} failed`);
  process.exit(worst === 0 ? 0 : 1);
}

runCommand(main);
