import { spawn } from "node:child_process";
import { ROOT } from "../root.ts";

const ALL = ["core/**/*.ts", "!core/**/*.test.ts"];

/** Has Stryker mutate core/, or these files of it, and print the score and the survivors. Settings: stryker.config.json. */
export function mutateCore(globs: readonly string[]): Promise<void> {
  const mutate = (globs.length > 0 ? [...globs, "!core/**/*.test.ts"] : ALL).join(",");
  const words = ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", "--mutate", mutate];
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}
