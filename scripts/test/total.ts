import { runCommand } from "../run-command.ts";
import { readTallies, total } from "./tally.ts";

/**
 * `total.ts <file> <broken>`: the last line of .ci/run, over everything noted in WAYBILL_TALLY.
 * `broken` is how many of its commands failed: one that died before it could note anything still counts.
 */
async function main(): Promise<void> {
  const [file = "", broken = "0"] = process.argv.slice(2);
  const { passed, failed } = total(await readTallies(file));
  const worst = Math.max(failed, Number(broken));
  console.log(`${passed} passed, ${worst} failed`);
  process.exit(worst === 0 ? 0 : 1);
}

runCommand(main);
