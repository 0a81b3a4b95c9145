import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Problem } from "./problem.ts";
import { ROOT } from "./root.ts";
import { runCommand } from "./run-command.ts";
import { ensureSystemPrograms, MODEL_PROGRAMS } from "./test/system-programs.ts";
import { note } from "./test/tally.ts";

const MODEL = path.join(ROOT, "tests/sequencer/sequencer.pml");
/** Deeper than any course of so many ticks. */
const DEPTH = 100_000;

/** What is searched, with the words for spin, and whether every course is to hold. */
const SEARCHES = [
  { name: "the sequencer", words: ["-DTICKS=6"], holds: true },
  { name: "without late looks", words: ["-DTICKS=5", "-DNO_LATE_LOOK"], holds: true },
  ...["BASE_IS_NOW", "NO_FIRST_LOOK", "FIXED_ORDER"].map((rule) => ({
    name: rule,
    words: ["-DTICKS=6", "-DNO_LATE_LOOK", `-D${rule}`],
    holds: false,
  })),
];

/** `npm run model`: searches every course of the sequencer's model, and of three that lack a rule, with Spin. */
async function main(): Promise<void> {
  await ensureSystemPrograms(MODEL_PROGRAMS);
  const failures: string[] = [];
  for (const { name, words, holds } of SEARCHES) {
    const began = performance.now();
    const { errors, states } = await search(words);
    const isRight = holds ? errors === 0 : errors > 0;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const found = holds ? "every course holds" : "a course breaks the rules, as it must";
    console.log(`${name}: ${isRight ? found : "WRONG"}; ${errors} errors in ${states} states, ${seconds} s`);
    if (!isRight) failures.push(name);
  }
  const counts = { passed: SEARCHES.length - failures.length, failed: failures.length };
  note({ name: "model", ...counts, failures });
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** Makes the program that searches, in a folder of its own, and runs it. */
async function search(words: readonly string[]): Promise<{ errors: number; states: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-model-"));
  try {
    run(folder, "spin", ["-a", ...words, MODEL]);
    run(folder, "gcc", ["-O2", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"]);
    const told = run(folder, path.join(folder, "pan"), [`-m${DEPTH}`]);
    if (
      /max search depth too small/i.test(told) ||
      (/search not completed/i.test(told) && !told.includes("errors: 1"))
    )
      throw new Problem(`The search did not end:\n${told}`);
    const number = (pattern: RegExp) => Number(pattern.exec(told)?.[1] ?? Number.NaN);
    return { errors: number(/errors: (\d+)/), states: number(/(\d+) states, stored/) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(cwd: string, program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Problem(`${program} failed:\n${stdout}${stderr}`);
  return stdout;
}

runCommand(main);
