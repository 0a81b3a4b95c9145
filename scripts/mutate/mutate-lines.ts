import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DecidingLine } from "../../tests/mutations/deciding-lines.ts";
import { Problem } from "../problem.ts";
import { runTests } from "./run-tests.ts";

/** Changes each line in turn and runs its tests. Prints what became of each, and the score. @returns how many survived */
export async function mutateLines(copy: string, lines: readonly DecidingLine[]): Promise<number> {
  const untouched = await runTests(copy, [...new Set(lines.flatMap(({ tests }) => tests))]);
  if (untouched !== "passed")
    throw new Problem("The tests fail before anything is changed. Mend them first.");
  const survivors: DecidingLine[] = [];
  for (const [at, line] of lines.entries()) {
    const outcome = await tryOne(copy, line);
    if (outcome === "passed") survivors.push(line);
    const word = outcome === "passed" ? "SURVIVED" : "killed  ";
    console.log(`${word} ${String(at + 1).padStart(3)}/${lines.length} ${line.sentence} (${line.file})`);
  }
  const killed = lines.length - survivors.length;
  const score = lines.length === 0 ? 100 : (100 * killed) / lines.length;
  console.log(`deciding lines: ${killed} of ${lines.length} killed, score ${score.toFixed(0)} %`);
  return survivors.length;
}

async function tryOne(copy: string, { file, find, replace, also = [], tests }: DecidingLine) {
  const at = path.join(copy, file);
  const before = await readFile(at, "utf8");
  let after = before;
  for (const change of [{ find, replace }, ...also]) {
    if (after.split(change.find).length !== 2)
      throw new Problem(
        `In ${file} this does not stand once: ${change.find}. Correct tests/mutations/deciding-lines.ts.`,
      );
    after = after.replace(change.find, () => change.replace);
  }
  await writeFile(at, after);
  try {
    return await runTests(copy, tests);
  } finally {
    await writeFile(at, before);
  }
}
