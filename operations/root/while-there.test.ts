import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { anyRoot } from "../../tests/factories/any-root.ts";
import { whileThere } from "./while-there.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-there-"));
  await mkdir(path.join(folder, "root"));
  await writeFile(path.join(folder, "root", "a.txt"), "hello");
});
afterEach(() => rm(folder, { recursive: true }));

/** Reads a file; for the first few reads, its folder is moved away and back before the next check. */
function readWhileAway(times: number) {
  let read = 0;
  const [place, away] = [path.join(folder, "root"), path.join(folder, "away")];
  const work = async () => {
    read += 1;
    if (read > times) return readFile(path.join(place, "a.txt"), "utf8");
    await rename(place, away);
    try {
      return await readFile(path.join(place, "a.txt"), "utf8");
    } finally {
      await rename(away, place);
    }
  };
  return { work, times: () => read };
}

it("what the disk refused while the root was away for a moment is done again", async () => {
  const { work, times } = readWhileAway(1);
  expect(await whileThere(anyRoot, work)).toEqual({ done: "hello" });
  expect(times()).toBe(2);
});

it("what it refuses twice is the work's own", async () => {
  const { work, times } = readWhileAway(5);
  await expect(whileThere(anyRoot, work)).rejects.toMatchObject({ code: "ENOENT" });
  expect(times()).toBe(2);
});

it.each([
  ["no fault of a disk", new Error("no")],
  [
    "named as a fault of the content",
    new WaybillError("payload_damaged", "It is damaged.", { cause: { code: "ENOENT" } }),
  ],
])("what is %s is not tried again", async (_, fault) => {
  let times = 0;
  const work = async () => {
    times += 1;
    throw fault;
  };
  await expect(whileThere(anyRoot, work)).rejects.toBe(fault);
  expect(times).toBe(1);
});
