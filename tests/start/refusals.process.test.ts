import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { ROOT } from "../../scripts/root.ts";

let folder: string;
let taken: Server;
let takenPort: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-test-"));
  await writeFile(path.join(folder, "a-file"), "");
  takenPort = await freePort();
  taken = createServer().listen(takenPort, "127.0.0.1");
  await once(taken, "listening");
});

afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATABASE_URL: "", WAYBILL_DATA: path.join(folder, "data"), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

test("a taken port is told before anything is built", async () => {
  expect(await start({ PORT: String(takenPort) })).toEqual({
    code: 1,
    stderr: `Port ${takenPort} is taken. Free it, or choose another one: PORT=${takenPort + 1} npm start\n`,
  });
});

test.each([
  [
    "an unreachable database",
    { DATABASE_URL: "postgresql://u:hidden@127.0.0.1:1/w" },
    /^Nothing can be reached as the database w at 127\.0\.0\.1:1 /,
  ],
  [
    "a DATABASE_URL of another kind",
    { DATABASE_URL: "mysql://u:hidden@127.0.0.1/w" },
    /^DATABASE_URL is not an address/,
  ],
  [
    "an address this machine has not",
    { HOST: "192.0.2.1" },
    /^This machine has no address 192\.0\.2\.1; correct HOST\.$/,
  ],
])("%s: one sentence, no stack", async (_, env, sentence) => {
  const { code, stderr } = await start(env);
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).not.toContain("hidden");
});

test.each([
  ["below a file", "a-file/data"],
  ["where the kernel lets nobody write", "/proc/waybill"],
])("a data folder %s: one sentence, no stack", async (_, name) => {
  const { code, stderr } = await start({ WAYBILL_DATA: path.resolve(folder, name) });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The folder .* \(WAYBILL_DATA\) cannot be used: .*\.\n$/);
});

test("wrong settings are all named at once", async () => {
  const { code, stderr } = await start({ PORT: "many", SMTP_URL: "nowhere" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/PORT: /);
  expect(stderr).toMatch(/SMTP_URL: /);
  expect(stderr).not.toMatch(/^\s+at /m);
});
