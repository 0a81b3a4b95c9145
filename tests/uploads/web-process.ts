import { spawn } from "node:child_process";
import { readdir, readlink } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { endProcess } from "../../scripts/end-process.ts";
import { freePort } from "../../scripts/free-port.ts";
import { build } from "../../scripts/start/build.ts";
import { untilReady } from "../../scripts/start/ready.ts";

/** A web process as it runs in production, built before when its sources have changed. */
export type WebProcess = {
  readonly port: number;
  readonly pid: number;
  readonly lines: readonly string[];
  /** Names below the folder that the process has open. */
  openBelow(folder: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** `before`: words before node's own, `node`: before Next's. */
type Words = { readonly before?: readonly string[]; readonly node?: readonly string[] };

const READY_MS = 90_000;

export async function startWebProcess(
  env: Readonly<Record<string, string>>,
  { before = [], node = [] }: Words = {},
): Promise<WebProcess> {
  await build(new AbortController().signal);
  const port = await freePort();
  const next = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(port)];
  const [file = "", ...words] = [...before, process.execPath, ...node, ...next];
  const child = spawn(file, words, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", TZ: process.env.TZ, PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = () =>
    endProcess(child, ended, [
      ["SIGTERM", 5_000],
      ["SIGKILL", 5_000],
    ]);
  const died = ended.then(() => Promise.reject(new Error(`The web ended:\n${lines.join("\n")}`)));
  died.catch(() => undefined);
  try {
    await Promise.race([
      untilReady(`http://127.0.0.1:${port}`, READY_MS, new AbortController().signal),
      died,
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = child.pid ?? 0;
  return { port, pid, lines, openBelow: (folder) => openBelow(pid, folder), stop };
}

async function openBelow(pid: number, folder: string): Promise<string[]> {
  const fds = path.join("/proc", String(pid), "fd");
  const names = await Promise.all(
    (await readdir(fds)).map((fd) => readlink(path.join(fds, fd)).catch(() => "")),
  );
  return names.filter((name) => name.startsWith(folder));
}
