import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { messageOf, Problem } from "./problem.ts";

/** Runs a command-line script: a `Problem` becomes one sentence on stderr, anything else keeps its stack. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((thrown: unknown) => {
    console.error(thrown instanceof Problem || !(thrown instanceof Error) ? messageOf(thrown) : thrown.stack);
    process.exit(1);
  });
}

/** Whether this module is the script that was started, not one that was imported. */
export function isMain(moduleUrl: string): boolean {
  const script = process.argv[1];
  return script !== undefined && realpathSync(script) === fileURLToPath(moduleUrl);
}
