import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { execute } from "../../scripts/db/database.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Postgres, startPostgres } from "../../scripts/postgres/start.ts";
import { ROOT } from "../../scripts/root.ts";

let dataDir: string;
let running: Postgres[] = [];

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "waybill-test-")), "postgres");
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

async function start(options: { port?: number } = {}): Promise<Postgres> {
  const server = await startPostgres({ dataDir, settings: { fsync: "off" }, ...options });
  running.push(server);
  return server;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  for (let looks = 0; isAlive(pid) && looks < 200; looks += 1) await delay(50);
  expect(isAlive(pid)).toBe(false);
}

test("keeps its data from one start to the next", async () => {
  const first = await start();
  await execute(first.url, "create table kept (word text); insert into kept values ('naïve')");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect(await first.ended).toBeUndefined();

  const second = await start();
  const client = await connect(second.url);
  const { rows } = await client.query("select word, current_setting('TimeZone') as zone from kept");
  await client.end();
  expect(rows).toEqual([{ word: "naïve", zone: "UTC" }]);
});

test("listens on loopback only, wants its password, and keeps that to its owner", async () => {
  const server = await start();
  const guess = new URL(server.url);
  guess.password = "guess";
  await expect(connect(guess.href)).rejects.toThrow(/refused to let postgres in/);
  const client = await connect(server.url);
  const { rows } = await client.query("show listen_addresses");
  await client.end();
  expect(rows).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect((await stat(path.join(server.dataDir, "password"))).mode & 0o077).toBe(0);
});

test("says that the folder is in use, and by which process", async () => {
  const server = await start();
  await expect(start()).rejects.toThrow(`is in use by a running server (process ${server.pid})`);
});

test("starts again after a kill -9, also when its old number now belongs to another program", async () => {
  const server = await start();
  process.kill(server.pid, "SIGKILL");
  expect(await server.ended).toBeTypeOf("string");
  const pidFile = path.join(server.dataDir, "cluster", "postmaster.pid");
  const lines = (await readFile(pidFile, "utf8")).split("\n");
  await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join("\n"));
  const again = await start();
  expect(isAlive(again.pid)).toBe(true);
});

test("ends with the process that started it, however that dies", async () => {
  const cli = ["--import", "tsx", "scripts/postgres/cli.ts", "--data", dataDir];
  const parent = spawn(process.execPath, cli, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  await once(parent.stdout, "data");
  const pid = Number.parseInt(await readFile(path.join(dataDir, "cluster", "postmaster.pid"), "utf8"), 10);
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await untilGone(pid);
});

test("a first start that was cut short leaves nothing in the way", async () => {
  await mkdir(path.join(dataDir, "cluster.new", "base"), { recursive: true });
  const server = await start();
  expect(isAlive(server.pid)).toBe(true);
});

test("says that a port is taken", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  await expect(start({ port })).rejects.toThrow(`Port ${port} is taken, so PostgreSQL cannot use it.`);
  other.close();
});

test.each([
  ["a file in its place", () => writeFile(dataDir, ""), /cannot be used: part of its path is a file/],
  [
    "other files in it",
    async () => {
      await mkdir(dataDir);
      await writeFile(path.join(dataDir, "thesis.odt"), "");
    },
    /holds other files \(thesis\.odt\)/,
  ],
  [
    "data of another version",
    async () => {
      await mkdir(path.join(dataDir, "cluster"), { recursive: true });
      await writeFile(path.join(dataDir, "cluster", "PG_VERSION"), "15\n");
    },
    /was made by PostgreSQL 15, but this is version 18/,
  ],
  [
    "data without its password",
    async () => {
      await mkdir(path.join(dataDir, "cluster"), { recursive: true });
      await writeFile(path.join(dataDir, "cluster", "PG_VERSION"), "18\n");
    },
    /with the database's password is missing/,
  ],
])("refuses a folder with %s in one sentence", async (_, prepare, sentence) => {
  await prepare();
  const failure = await start().catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: "Problem", message: expect.stringMatching(sentence) });
});

test("mends a cluster folder that has become readable by others", async () => {
  const server = await start();
  await server.stop();
  await chmod(path.join(server.dataDir, "cluster"), 0o755);
  expect(isAlive((await start()).pid)).toBe(true);
});
