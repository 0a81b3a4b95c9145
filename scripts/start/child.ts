import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { dieWithParent } from "../die-with-parent.ts";
import { endProcess, type Step } from "../end-process.ts";
import { ROOT } from "../root.ts";
import type { Run } from "./supervise.ts";

export interface ChildOptions {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Hears each line it writes. */
  readonly take: (line: string) => void;
  readonly steps: readonly Step[];
  readonly hurry: AbortSignal;
}

const LAST_LINES_MS = 500;

/** Starts one of Waybill's two processes, out of reach of the terminal's Ctrl-C: it is stopped in turn. */
export function startChild({ words, env, take, steps, hurry }: ChildOptions): Run {
  const [file = "", ...args] = [...dieWithParent("TERM"), process.execPath, ...words];
  const child = spawn(file, args, { cwd: ROOT, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", take);
  let isAsked = false;
  const kill = () => isAsked && child.kill("SIGKILL");
  hurry.addEventListener("abort", kill);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`since it cannot be run (${error.message})`));
    child.once("exit", async (code, signal) => {
      // its last lines; not for ever, since a process that it has left behind may keep its output open
      await Promise.race([once(child, "close"), delay(LAST_LINES_MS)]);
      resolve(signal ? `by signal ${signal}` : `with exit code ${code}`);
    });
  });
  void ended.then(() => hurry.removeEventListener("abort", kill));
  const stop = () => {
    isAsked = true;
    return endProcess(child, ended, hurry.aborted ? [["SIGKILL", 5_000]] : steps);
  };
  return { pid: child.pid ?? 0, ended, stop };
}
