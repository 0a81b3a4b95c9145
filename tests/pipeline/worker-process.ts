import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { endProcess } from "../../scripts/end-process.ts";
import { WORKER_WORDS } from "../../scripts/start/worker-words.ts";

/** A worker as it runs in production: a process of its own. */
export type WorkerProcess = {
  readonly pid: number;
  /** Its log lines so far. */
  readonly lines: readonly string[];
  /** Resolves with the exit code or the signal's name. */
  readonly ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, and SIGKILL when it does not end. */
  stop(): Promise<void>;
};

/** However busy the machine is; a worker that waits for its database gives up after a minute. */
const READY_MS = 120_000;

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a worker that is to die by its fault point, before it is ready or after; answers how it ended. */
export async function untilDead(env: Readonly<Record<string, string>>): Promise<number | string> {
  try {
    return await (await startWorker(env)).ended;
  } catch (error) {
    if (error instanceof EndedEarly) return error.how;
    throw error;
  }
}

/** A worker that ended before it was ready. */
class EndedEarly extends Error {
  readonly how: number | string;

  constructor(how: number | string, lines: readonly string[]) {
    super(`The worker ended (${how}):\n${lines.join("\n")}`);
    this.how = how;
  }
}

/** Starts one as it was built last (tests/setup/built-worker.ts); resolves when it is ready. `before`: words before node's own. */
export async function startWorker(
  env: Readonly<Record<string, string>>,
  before: readonly string[] = [],
): Promise<WorkerProcess> {
  const [file = "", ...words] = [...before, process.execPath, ...WORKER_WORDS];
  const child = spawn(file, words, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", TZ: process.env.TZ, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const lines: string[] = [];
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? 0);
    });
  });
  let late: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The worker was not ready after ${READY_MS / 1_000} s:\n${lines.join("\n")}`));
    }, READY_MS);
    const take = (line: string) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) resolve();
    };
    createInterface({ input: child.stdout }).on("line", take);
    createInterface({ input: child.stderr }).on("line", take);
    child.once("error", reject);
    void ended.then((how) => reject(new EndedEarly(how, lines)));
  }).finally(() => clearTimeout(late));
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill,
    stop: () =>
      endProcess(child, ended, [
        ["SIGTERM", 20_000],
        ["SIGKILL", 5_000],
      ]),
  };
}
