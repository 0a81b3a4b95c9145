import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { dieWithParent } from "../../scripts/die-with-parent.ts";
import { endProcess, type Step } from "../../scripts/end-process.ts";
import { freePort } from "../../scripts/free-port.ts";

export interface Redis {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY = "Ready to accept connections";
const INSTALL = "redis-server is not installed. Install it with: apt-get install redis-server";
const STEPS: readonly Step[] = [
  ["SIGTERM", 5_000],
  ["SIGKILL", 5_000],
];

/** A Redis of the test's own on a loopback port, without a file on disk. Throws naming the command to install it. */
export async function startRedis(options: { readonly port?: number } = {}): Promise<Redis> {
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-redis-"));
  const [file = "", ...words] = [...dieWithParent("TERM"), "redis-server"];
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(file, [...words, ...settings, "--maxmemory-policy", "noeviction", "--dir", folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = async () => {
    await endProcess(child, ended, STEPS);
    process.off("exit", kill);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (text: string) => {
      output += text;
      if (output.includes(READY)) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", read);
    child.stderr?.setEncoding("utf8").on("data", read);
    child.once("error", (error) =>
      reject(new Error("code" in error && error.code === "ENOENT" ? INSTALL : error.message)),
    );
    child.once("close", (code) => {
      const isMissing = code === 127 || /failed to execute redis-server/.test(output);
      reject(
        new Error(
          isMissing ? INSTALL : `redis-server ended before it was ready: ${output.trim().slice(-500)}`,
        ),
      );
    });
  });
}
