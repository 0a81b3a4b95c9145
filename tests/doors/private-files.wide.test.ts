import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../scripts/root.ts";
import { startWorker } from "../pipeline/worker-process.ts";
import { askRaw, type DoorSite, openDoorSite } from "./door-site.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-private-"));
  process.umask(0o022);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

/** What a call answers, or nothing for a file that has gone: a worker clears up while a test looks. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

/** Everything below a folder that others may read, write or enter. */
async function openBelow(top: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of (await unlessGone(readdir(top, { withFileTypes: true }))) ?? []) {
    const file = path.join(top, entry.name);
    const facts = await unlessGone(stat(file));
    if (facts && (facts.mode & 0o077) !== 0) found.push(`${file} ${(facts.mode & 0o777).toString(8)}`);
    if (entry.isDirectory()) found.push(...(await openBelow(file)));
  }
  return found;
}

it("what web and worker make on the way of a deposit is their user's alone", {
  timeout: 600_000,
}, async () => {
  const site: DoorSite = await openDoorSite();
  const worker = await startWorker(site.installation.workerEnv);
  try {
    const headers = { authorization: `Bearer ${site.token}`, "content-length": "100000" };
    const address = "/api/v1/batches?collection=maps&filename=a.txt&type=file";
    const answer = await askRaw(site.web, "POST", address, headers, "x".repeat(100_000));
    expect(answer.status).toBe(202);
    await site.installation.batchReaches(JSON.parse(answer.text).batch.id, "Completed", 60_000);
    // the folder of working storage itself is the test's
    for (const name of ["working", "objects"])
      expect(await openBelow(path.join(site.installation.folder, name))).toEqual([]);
  } finally {
    await worker.stop();
    await site.end();
  }
});

/** `npm start` until it ends by itself: its port is taken, which it finds once it has opened its folders. */
async function start(data: string): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATABASE_URL: "", WAYBILL_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  await once(child, "close");
  server.close();
  return said;
}

it("a new data folder, and what npm start puts in it, is its user's alone", {
  timeout: 120_000,
}, async () => {
  const data = path.join(folder, "new");
  expect(await start(data)).not.toContain("could look into");
  expect(await mode(data)).toBe("700");
  expect((await readdir(data)).sort()).toEqual(["lock", "objects", "secrets.json", "working"]);
  expect(await openBelow(data)).toEqual([]);
});

it("an existing data folder is closed, with a sentence", { timeout: 120_000 }, async () => {
  const data = path.join(folder, "old");
  await mkdir(data);
  await chmod(data, 0o755);
  expect(await start(data)).toContain(
    `Other users of this machine could look into the data folder ${data} (mode 755); it is closed to them now (700).`,
  );
  expect(await mode(data)).toBe("700");
  expect(await start(data)).not.toContain("could look into");
});
