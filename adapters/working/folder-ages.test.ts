import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { anyRoot } from "../../tests/factories/any-root.ts";
import { openWorkingFiles } from "./folders.ts";

const HOUR_MS = 3_600_000;
let root = "";
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true, force: true });
});

it("F65: how old a file is, its disk says: a worker whose clock is two hours ahead removes no upload under way", async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "waybill-ages-"));
  const uploads = path.join(root, "uploads");
  await mkdir(path.join(root, "batches", "bid-new"), { recursive: true });
  await mkdir(uploads);
  for (const name of ["under-way", "left"]) await writeFile(path.join(uploads, name), "bytes");
  const long = (Date.now() - 2 * HOUR_MS) / 1_000;
  await utimes(path.join(uploads, "left"), long, long);
  const working = openWorkingFiles(root, anyRoot);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
  await working.sweepUploads(HOUR_MS);
  expect(await readdir(uploads)).toEqual(["under-way"]);
  expect(await working.listFolders("batches", HOUR_MS)).toEqual([]);
  expect(await readdir(path.join(root, "batches"))).toEqual(["bid-new"]);
});
