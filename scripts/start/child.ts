import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { dieWithParent } from "../die-with-parent.ts";
import { endProcess, type Step } from "../end-process.ts";
import { Problem } from "../problem.ts";
import { ROOT } from "../root.ts";

export interface ChildOptions {
  /** As it is called in output and in the sentence when it dies. */
  readonly name: "web" | "worker";
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Folder for its log. */
  readonly logs: string;
  readonly steps: readonly Step[];
  readonly hurry: AbortSignal;
}

export interface Child {
  readonly name: "web" | "worker";
  readonly pid: number;
  /** Rejects with a Problem when the child ends without being asked to. */
  readonly died: Promise<never>;
  /** From now on its lines are shown as they come; before, only its log has them. */
  show(): void;
  stop(): Promise<void>;
}

const LAST_LINES = 15;

/** Starts one of Waybill's two processes, out of reach of the terminal's Ctrl-C: it is stopped in turn. */
export function startChild({ name, words, env, logs, steps, hurry }: ChildOptions): Child {
  const [file = "", ...args] = [...dieWithParent("TERM"), process.execPath, ...words];
  const child = spawn(file, args, { cwd: ROOT, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const logFile = path.join(logs, `${name}.log`);
  const log = createWriteStream(logFile);
  const last: string[] = [];
  let isShown = false;
  let isAsked = false;
  const print = (line: string) => console.log(`${name.padEnd(6)} | ${line}`);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log.write(`${line}\n`);
      if (isShown && !isAsked) print(line);
      else last.push(line);
      if (last.length > LAST_LINES) last.shift();
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ? `by signal ${signal}` : `with exit code ${code}`));
  });
  const died = ended.then(async (how): Promise<never> => {
    log.end();
    if (isAsked) return new Promise<never>(() => {});
    if (!isShown) last.forEach(print);
    throw new Problem(`The ${name} process ended by itself ${how}; its output is in ${logFile}.`);
  });
  died.catch(() => {});
  hurry.addEventListener("abort", () => isAsked && child.kill("SIGKILL"));
  const stop = () => {
    isAsked = true;
    return endProcess(child, ended, hurry.aborted ? [["SIGKILL", 5_000]] : steps);
  };
  const show = () => {
    isShown = true;
  };
  return { name, pid: child.pid ?? 0, died, show, stop };
}
