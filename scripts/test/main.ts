import { messageOf, Problem } from "../problem.ts";
import { build } from "../start/build.ts";
import { verify } from "../verify.ts";
import { runPlaywright, runVitest } from "./run-suite.ts";
import { ensureSystemPrograms } from "./system-programs.ts";
import { failureLines, note, total } from "./tally.ts";

/** `npm test`: goes on whatever fails on the way; the last line counts it all. */
export async function main(): Promise<void> {
  const isReady = await attempt("programs the tests need", ensureSystemPrograms);
  if (isReady) {
    await verify();
    await runVitest("slow", "db", "web");
    const isBuilt = await attempt("production build", () => build(new AbortController().signal));
    if (isBuilt) {
      // the browser works most of the time, processes wait most of the time
      await Promise.all([runVitest("process"), runPlaywright("browser", "at its end")]);
      await runVitest("alone");
    }
  }
  const { passed, failed } = total();
  for (const line of failureLines()) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** A step that counts as one test. */
async function attempt(name: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    note({ name, passed: 1, failed: 0 });
    return true;
  } catch (thrown) {
    console.error(thrown instanceof Problem ? messageOf(thrown) : thrown);
    note({ name, passed: 0, failed: 1, failures: [String(thrown)] });
    return false;
  }
}
