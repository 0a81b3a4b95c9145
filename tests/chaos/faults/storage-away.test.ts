import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { STAND_INS, whileAway } from "./storage-away.ts";

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-away-"));
  root = path.join(folder, "working");
  await mkdir(root);
  await writeFile(path.join(root, "kept.txt"), "kept");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const kept = () => readFile(path.join(root, "kept.txt"), "utf8");

it.each(STAND_INS)("a storage is away, %s in its place, and is as it was afterwards", async (standIn) => {
  const written = await whileAway(root, standIn, async () => {
    expect(await kept().catch(() => "gone")).toBe("gone");
    const isThere = await stat(root).then(
      () => true,
      () => false,
    );
    expect(isThere).toBe(standIn === "an empty folder");
  });
  expect(written).toEqual([]);
  expect(await kept()).toBe("kept");
  expect(await readdir(folder)).toEqual(["working"]);
});

it.each(STAND_INS)("what is written into the place of %s is told and taken away", async (standIn) => {
  const written = await whileAway(root, standIn, async () => {
    await mkdir(path.join(root, "jobs"), { recursive: true });
    await writeFile(path.join(root, "jobs", "1"), "lost");
  });
  expect([...written].sort()).toEqual(["jobs", "jobs/1"]);
  expect(await readdir(root)).toEqual(["kept.txt"]);
  expect(await readdir(folder)).toEqual(["working"]);
});

it("is put back when what runs meanwhile fails", async () => {
  const failing = whileAway(root, "an empty folder", () => Promise.reject(new Error("stop")));
  await expect(failing).rejects.toThrow("stop");
  expect(await kept()).toBe("kept");
});
