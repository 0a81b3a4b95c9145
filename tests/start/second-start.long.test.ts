import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { runningServer } from "../../scripts/postgres/running-server.ts";
import { type Postgres, startPostgres } from "../../scripts/postgres/start.ts";
import { ROOT } from "../../scripts/root.ts";

let folder: string;
let dataDir: string;
let running: Postgres | undefined;
let programs: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-test-"));
  dataDir = path.join(folder, "postgres");
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  for (const program of programs)
    if (program.exitCode === null && program.signalCode === null) await ended(program, "SIGTERM");
  programs = [];
  await rm(folder, { recursive: true, force: true });
});

async function ended(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  program.kill(signal);
  await once(program, "close");
}

/** Nothing here is about power loss, and a test should not wait for the disk. */
const start = (place: string) => startPostgres({ dataDir: place, settings: { fsync: "off" } });
const mount = (...words: string[]) => execFileSync("mount", words);

/** Names of the same folder; what ends a name again. */
const PATHS: [string, (link: string) => Promise<() => void>][] = [
  [
    "a symbolic link",
    async (link) => {
      await symlink(dataDir, link);
      return () => {};
    },
  ],
  [
    "another mount",
    async (link) => {
      await mkdir(link);
      mount("--bind", dataDir, link);
      return () => execFileSync("umount", [link]);
    },
  ],
  [
    "a new name of the folder it was renamed to",
    async (link) => {
      await rename(dataDir, link);
      return () => {};
    },
  ],
];

test.each(PATHS)("a second start by %s leaves the running server and its pid file alone", async (_, name) => {
  running = await start(dataDir);
  const link = path.join(folder, "by-another-path");
  const unname = await name(link);
  try {
    expect(await runningServer(path.join(link, "cluster"))).toBe(running.pid);
    await expect(start(link)).rejects.toThrow(`is in use by a running server (process ${running.pid})`);
    const pidFile = await readFile(path.join(link, "cluster", "postmaster.pid"), "utf8");
    expect(Number.parseInt(pidFile, 10)).toBe(running.pid);
    const client = await connect(running.url);
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await client.end();
  } finally {
    unname();
  }
});

test("a server whose lock file was removed is still seen by its folder, not by its command line", async () => {
  running = await start(dataDir);
  await rm(path.join(dataDir, "lock"));
  const link = path.join(folder, "link");
  await symlink(dataDir, link);
  const beganAt = performance.now();
  await expect(start(link)).rejects.toThrow(`(process ${running.pid})`);
  // it is given the time an orphan needs to end
  expect(performance.now() - beganAt).toBeGreaterThan(19_000);
  expect(existsSync(path.join(dataDir, "cluster", "postmaster.pid"))).toBe(true);
});

test("a number that now belongs to a server of another cluster is no reason to refuse", async () => {
  running = await start(dataDir);
  const other = path.join(folder, "other", "cluster");
  await mkdir(other, { recursive: true });
  await writeFile(path.join(other, "postmaster.pid"), `${running.pid}\n${other}\n`);
  expect(await runningServer(other)).toBeUndefined();
  expect(await readdir(other)).toEqual([]);
});

test("a start right after the one before was killed waits for the orphaned server", async () => {
  const program = serve(dataDir);
  await once(program.stdout ?? program, "data");
  await ended(program, "SIGKILL");
  running = await start(dataDir);
  expect(await runningServer(path.join(dataDir, "cluster"))).toBe(running.pid);
});

test("of two first starts at once, by two paths, one wins and the other says so", async () => {
  await mkdir(dataDir);
  const link = path.join(folder, "link");
  await symlink(dataDir, link);
  const starts = await Promise.all([dataDir, link].map((place) => outcomeOf(serve(place))));
  const [won] = starts.filter(({ url }) => url !== "");
  const lost = starts.filter(({ url }) => url === "");
  expect(lost).toHaveLength(1);
  expect(lost[0]?.code).toBe(1);
  expect(lost[0]?.stderr).toMatch(
    /^The data folder .* is in use by a running server \(process \d+\)\. .*\n$/,
  );
  const client = await connect(won?.url ?? "");
  expect((await client.query("select current_database() as name")).rows).toEqual([{ name: "waybill" }]);
  await client.end();
});

function serve(place: string): ChildProcess {
  const program = spawn(process.execPath, ["--import", "tsx", "scripts/postgres/cli.ts", "--data", place], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  programs.push(program);
  return program;
}

/** The address it prints, or how it ended without one. */
async function outcomeOf(program: ChildProcess): Promise<{ url: string; code: unknown; stderr: string }> {
  let stderr = "";
  program.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const url = new Promise<string>((resolve) => {
    program.stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
  });
  return Promise.race([
    url.then((found) => ({ url: found, code: undefined, stderr })),
    once(program, "close").then(([code]) => ({ url: "", code, stderr })),
  ]);
}
