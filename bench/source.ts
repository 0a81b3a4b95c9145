import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * The file source, in a process of its own so that serving is not measured with fetching. Every path but `/big` answers
 * 1 KB that no other path does.
 */
export type BenchSource = { readonly host: string; url(path: string): string; stop(): void };

export async function startBenchSource(bigFile: string): Promise<BenchSource> {
  const child = spawn(process.execPath, ["bench/file-server.mjs", bigFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
  });
  const host = `127.0.0.1:${port}`;
  return { host, url: (path) => `http://${host}${path}`, stop: () => void child.kill("SIGTERM") };
}
