import type { ChildProcess } from "node:child_process";
import { endProcess } from "../end-process.ts";

/** The server ended before it was ready; the message is its own last word. */
export class ServerRefused extends Error {
  override readonly name = "ServerRefused";
}

export interface ServerProcess {
  readonly pid: number;
  /** Rejects with ServerRefused. */
  readonly ready: Promise<void>;
  /** Settles at the end: undefined when all went well or the end was asked for, else the reason. */
  readonly ended: Promise<string | undefined>;
  stop(): Promise<void>;
}

const READY = "ready to accept connections";
const KEPT_CHARS = 8_000;
/** Fast shutdown, then immediate shutdown, then the axe. */
const STEPS = [
  ["SIGINT", 15_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;
const DEADLY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Follows a PostgreSQL program from start to end. */
export function watch(child: ChildProcess, diesWithParent = true): ServerProcess {
  let output = "";
  let isAsked = false;
  const release = stopWithParent(child, diesWithParent);
  const ended = new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      release();
      resolve(code === 0 || isAsked ? undefined : lastWord(output) || `it ended with ${signal ?? code}`);
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-KEPT_CHARS);
      if (output.includes(READY)) resolve();
    });
    void ended.then((failure) => reject(new ServerRefused(failure ?? "it ended at once")));
  });
  ready.catch(() => {});
  const stop = () => {
    isAsked = true;
    return endProcess(child, ended, STEPS);
  };
  return { pid: child.pid ?? 0, ready, ended, stop };
}

/** Stops the server when this process exits, and at signals that nobody else here handles. */
function stopWithParent(child: ChildProcess, diesWithParent: boolean): () => void {
  const interrupt = () => child.kill("SIGINT");
  const listeners = DEADLY.map((signal) => ({
    signal,
    listener: () => {
      if (process.listenerCount(signal) > 0) return;
      interrupt();
      process.kill(process.pid, signal);
    },
  }));
  process.once("exit", interrupt);
  if (!diesWithParent) for (const { signal, listener } of listeners) process.once(signal, listener);
  return () => {
    process.off("exit", interrupt);
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
}

/** PostgreSQL's last complaint without its prefix. */
function lastWord(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "";
  return complaint.replace(/^.*?(FATAL|PANIC|error):\s*/, "").trim();
}
