import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Problem } from "../problem.ts";
import { tallyVitest } from "../test/tally.ts";

/** Runs these files of tests in the copy, up to the first that fails. A file that does not load shows nothing and is an error. */
export async function runTests(copy: string, tests: readonly string[]): Promise<"passed" | "failed"> {
  const report = path.join(copy, "report.json");
  await rm(report, { force: true });
  const words = ["run", ...tests, "--bail=1", "--reporter=json", `--outputFile.json=${report}`];
  const output = await run(copy, ["node_modules/vitest/vitest.mjs", ...words]);
  const found = await readFile(report, "utf8").catch(() => {
    throw new Problem(`The tests did not run.\n${output.slice(-2_000)}`);
  });
  const parsed = JSON.parse(found);
  const { passed, failed } = tallyVitest("tests", parsed);
  if (passed + failed === 0) throw new Problem(`There are no tests in ${tests.join(", ")}.`);
  if (parsed.numFailedTests === 0 && failed > 0)
    throw new Problem(`A file does not load.\n${output.slice(-2_000)}`);
  return failed === 0 ? "passed" : "failed";
}

function run(cwd: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}
