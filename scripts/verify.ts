import { messageOf } from "./problem.ts";
import { isMain, runCommand } from "./run-command.ts";
import { runNode } from "./run-program.ts";
import { generateClient } from "./start/build.ts";
import { runVitest } from "./test/run-suite.ts";
import { note, total } from "./test/tally.ts";

interface Check {
  readonly name: string;
  /** Programs of Node.js, one after the other. */
  readonly programs: readonly (readonly string[])[];
}

const TSX = ["--import", "tsx"];

/** The longest first, so that it runs beside all the others. */
const CHECKS: readonly Check[] = [
  {
    name: "types",
    programs: [
      ["node_modules/next/dist/bin/next", "typegen"],
      ["node_modules/typescript7/bin/tsc", "--noEmit"],
    ],
  },
  { name: "dead code", programs: [["node_modules/knip/bin/knip.js"]] },
  { name: "rooms", programs: [["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", "."]] },
  {
    name: "format and lint",
    programs: [["node_modules/@biomejs/biome/bin/biome", "check", "--max-diagnostics=50"]],
  },
  { name: "paths in documents", programs: [[...TSX, "scripts/check/doc-paths.ts"]] },
  { name: "version floor", programs: [[...TSX, "scripts/check/version-floor.ts"]] },
];
const AT_A_TIME = 2;

/** Every static check and the unit tests, two at a time. True when all passed. */
export async function verify(): Promise<boolean> {
  await generateClient(new AbortController().signal);
  const waiting = [...CHECKS.map((check) => () => runCheck(check)), () => runVitest("unit")];
  const results: boolean[] = [];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) results.push(await task());
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results.every(Boolean);
}

async function runCheck({ name, programs }: Check): Promise<boolean> {
  const beganAt = Date.now();
  let isOk = true;
  let output = "";
  for (const words of programs) {
    const result = await runNode(words).catch((thrown: unknown) => ({
      isOk: false,
      output: messageOf(thrown),
    }));
    isOk &&= result.isOk;
    output += result.output;
    if (!isOk) break;
  }
  const seconds = ((Date.now() - beganAt) / 1000).toFixed(1);
  console.log(`${isOk ? "ok    " : "FAILED"} ${name} (${seconds} s)${isOk ? "" : `\n${output.trim()}\n`}`);
  note({ name, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 });
  return isOk;
}

/** `npm run verify`: needs no database, no browser and less than a minute. */
async function main(): Promise<void> {
  const isOk = await verify();
  const { passed, failed } = total();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(isOk && failed === 0 ? 0 : 1);
}

if (isMain(import.meta.url)) runCommand(main);
