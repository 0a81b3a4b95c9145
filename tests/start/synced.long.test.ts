import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "../../scripts/root.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-test-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs a script under strace and answers the calls that sync and rename, with the files they are about. */
async function callsOf(script: string): Promise<string[]> {
  const trace = path.join(folder, "trace");
  const words = ["-f", "-y", "-qq", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2", "-o", trace];
  const module = path.join(folder, "script.mts");
  execFileSync("sh", ["-c", 'cat > "$0"', module], { input: script });
  execFileSync("strace", [...words, process.execPath, "--import", "tsx", module], {
    cwd: ROOT,
    stdio: "pipe",
  });
  return (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes(folder));
}

/** The place of the first call that matches; fails with all calls when there is none. */
function placeOf(calls: readonly string[], call: RegExp): number {
  const place = calls.findIndex((line) => call.test(line));
  if (place < 0) throw new Error(`no call matches ${call}:\n${calls.join("\n")}`);
  return place;
}

test("the database is synced before it has its name, its password before it is used", async () => {
  const calls = await callsOf(`
    import { openCluster } from ${JSON.stringify(path.join(ROOT, "scripts/postgres/start.ts"))};
    (await openCluster({ dataDir: ${JSON.stringify(path.join(folder, "postgres"))} })).close();
  `);
  const password = placeOf(calls, /fsync\(\d+<.*\/postgres\/password\.new>/);
  const named = placeOf(calls, /rename.*\/postgres\/password"/);
  const folderOfPassword = placeOf(calls.slice(named), /fsync\(\d+<.*\/postgres>\)/) + named;
  const control = placeOf(calls, /fsync\(\d+<.*\/cluster\.new\/global\/pg_control>/);
  const catalog = placeOf(calls, /fsync\(\d+<.*\/cluster\.new\/base\/1>/);
  const cluster = placeOf(calls, /rename.*\/postgres\/cluster"/);
  expect(password).toBeLessThan(named);
  expect(folderOfPassword).toBeLessThan(control);
  expect(control).toBeLessThan(cluster);
  expect(catalog).toBeLessThan(cluster);
  placeOf(calls.slice(cluster), /fsync\(\d+<.*\/postgres>\)/);
});

test("the secret is whole and synced before it has its name", async () => {
  const calls = await callsOf(`
    process.env.WAYBILL_DATA = ${JSON.stringify(path.join(folder, "data"))};
    const { resolveSettings } = await import(${JSON.stringify(path.join(ROOT, "scripts/start/settings.ts"))});
    await resolveSettings();
  `);
  const written = placeOf(calls, /fsync\(\d+<.*\/data\/secrets\.json\.new>/);
  const named = placeOf(calls, /rename.*\/data\/secrets\.json"/);
  expect(written).toBeLessThan(named);
  placeOf(calls.slice(named), /fsync\(\d+<.*\/data>\)/);
});
