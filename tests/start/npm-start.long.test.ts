import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { ROOT } from "../../scripts/root.ts";

/** It may have to build. */
const READY_MS = 600_000;
const soon = { timeout: 90_000, interval: 200 };
let folder: string;
let data: string;
let port: number;
let started: ChildProcess;
let output = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-test-"));
  data = path.join(folder, "data");
  port = await freePort();
  started = start({ WAYBILL_DATA: data, PORT: String(port), WORKER_PROCESSES: "2" });
  for (const stream of [started.stdout, started.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await vi.waitFor(() => expect(output).toContain("Waybill is ready"), { timeout: READY_MS, interval: 500 });
}, READY_MS);

afterAll(async () => {
  if (started.exitCode === null && started.signalCode === null) {
    started.kill("SIGKILL");
    await once(started, "close");
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

function start(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The children of `npm start` whose command line has the word. */
async function pidsOf(word: string): Promise<number[]> {
  const children = await readFile(`/proc/${started.pid}/task/${started.pid}/children`, "utf8");
  const found: number[] = [];
  for (const pid of children.trim().split(" ")) {
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (words.includes(word)) found.push(Number(pid));
  }
  return found;
}

/** The first of them. */
async function pidOf(word: string): Promise<number> {
  const [pid] = await pidsOf(word);
  if (pid === undefined) throw new Error(`no ${word} among the children of ${started.pid}`);
  return pid;
}

async function readyStatus(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
    signal: AbortSignal.timeout(5_000),
  });
  await answer.body?.cancel();
  return answer.status;
}

test("as many workers run as WORKER_PROCESSES says", async () => {
  expect(await pidsOf("dist/worker.js")).toHaveLength(2);
});

test.each([
  ["web", "next", "The web process", 1],
  ["worker", "dist/worker.js", "The worker process", 2],
  ["postgres", "bin/postgres", "The embedded PostgreSQL", 1],
])("%s is killed and lives again, which is said", async (name, word, title, count) => {
  const before = await pidOf(word);
  process.kill(before, "SIGKILL");
  await vi.waitFor(() => expect(output).toMatch(new RegExp(`${title} ended .*It is started again`)), soon);
  await vi.waitFor(async () => {
    const after = await pidsOf(word);
    expect(after).not.toContain(before);
    expect(after).toHaveLength(count);
  }, soon);
  await vi.waitFor(async () => expect(await readyStatus()).toBe(200), soon);
  expect(await readFile(path.join(data, "logs", `${name}.log`), "utf8")).toMatch(/It is started again after/);
  expect(started.exitCode).toBeNull();
});

test("a second start on the same data, by another path, says so and ends; the first goes on", async () => {
  const link = path.join(folder, "link");
  await symlink(data, link);
  const second = start({ WAYBILL_DATA: link, PORT: "0" });
  let said = "";
  second.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(second, "close");
  expect(code).toBe(1);
  expect(said).toBe(
    `Waybill is running already, or is being started, on the data in ${link}. Process ${started.pid} has it: ` +
      "stop that one first, or name another folder with WAYBILL_DATA.\n",
  );
  expect(await readyStatus()).toBe(200);
});

test("web and worker have the database as a role that cannot change the audit, and know no other", async () => {
  for (const word of ["next", "dist/worker.js"]) {
    const words = (await readFile(`/proc/${await pidOf(word)}/environ`, "utf8")).split("\0");
    const addresses = words.filter((one) => one.includes("postgresql://"));
    expect(addresses.map((one) => one.replace(/:[^:@]+@.*/, ""))).toEqual([
      "DATABASE_URL=postgresql://waybill_app",
    ]);
  }
});

test("it stops with everything it started", async () => {
  const pids = (await Promise.all(["next", "dist/worker.js", "bin/postgres"].map(pidsOf))).flat();
  expect(pids).toHaveLength(4);
  started.kill("SIGTERM");
  const [code] = await once(started, "close");
  expect(code).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});
