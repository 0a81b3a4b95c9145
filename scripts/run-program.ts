import { spawn } from "node:child_process";
import { endProcess } from "./end-process.ts";
import { Problem } from "./problem.ts";
import { ROOT } from "./root.ts";

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the program. */
  readonly signal?: AbortSignal;
}

export interface ProgramResult {
  readonly isOk: boolean;
  /** Everything it wrote, in the order it came. */
  readonly output: string;
}

/** Runs a program of Node.js in the repository to its end and keeps what it writes. */
export async function runNode(
  words: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  options.signal?.throwIfAborted();
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...options.env };
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  const abort = () =>
    void endProcess(child, ended, [
      ["SIGTERM", 5_000],
      ["SIGKILL", 5_000],
    ]);
  options.signal?.addEventListener("abort", abort, { once: true });
  const isOk = await ended;
  options.signal?.removeEventListener("abort", abort);
  return { isOk, output };
}

/** Like `runNode`; when the program fails, shows what it wrote and throws a Problem with the sentence. */
export async function mustRunNode(
  words: readonly string[],
  sentence: string,
  options: ProgramOptions = {},
): Promise<void> {
  const { isOk, output } = await runNode(words, options);
  if (isOk) return;
  if (!options.signal?.aborted) console.error(output.trim());
  throw new Problem(sentence);
}
