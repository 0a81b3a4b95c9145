import { link, lstat, mkdtemp, open, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReadBack, type ReadBack } from "./read-back.ts";

let folder: string;
let path: string;
let readBack: ReadBack;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "waybill-read-back-"));
  path = join(folder, "file");
  await writeFile(path, "abc");
  // as a file that has been synced and renamed: written some time ago
  await utimes(path, 1_700_000_000, 1_700_000_000);
  readBack = openReadBack();
});
afterEach(() => rm(folder, { recursive: true }));

const big = (at: string) => stat(at, { bigint: true });
const keep = async () => readBack.keep(path, await big(path), "digest");

async function overwrite(at: string): Promise<void> {
  const handle = await open(at, "r+");
  await handle.write("x", 1);
  await handle.close();
}

describe("what was read back", () => {
  it("is known, under a further name of the same file too", async () => {
    await keep();
    const known = await readBack.find(path);
    expect(known).toMatchObject({ sha256: "digest", size: 3 });
    const other = join(folder, "other");
    await link(path, other);
    expect(known?.isStill(await big(other))).toBe(true);
  });

  it("is not known when nothing was kept", async () => {
    expect(await readBack.find(path)).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ["written", () => overwrite(path)],
    ["made longer", () => writeFile(path, "d", { flag: "a" })],
    ["touched", () => utimes(path, 1, 1)],
    [
      "written, and its time set back",
      async () => {
        const { atime, mtime } = await stat(path);
        await overwrite(path);
        await utimes(path, atime, mtime);
      },
    ],
    [
      "replaced by one with the same bytes and times",
      async () => {
        const other = join(folder, "other");
        await writeFile(other, "abc");
        await utimes(other, 1_700_000_000, 1_700_000_000);
        await rename(other, path);
      },
    ],
    [
      "replaced by a link to it",
      async () => {
        const other = join(folder, "other");
        await rename(path, other);
        await symlink(other, path);
      },
    ],
    ["removed", () => rm(path)],
  ])("is not believed of a file that was %s", async (_, change) => {
    await keep();
    await change();
    expect(await readBack.find(path)).toBeUndefined();
  });

  it("is not believed of a file that was written after it had been found", async () => {
    await keep();
    const known = await readBack.find(path);
    const other = join(folder, "other");
    await link(path, other);
    await overwrite(path);
    expect(known?.isStill(await big(other))).toBe(false);
  });

  it("is not kept of a file that is no longer as it was when it was written", async () => {
    const written = await lstat(path, { bigint: true });
    await overwrite(path);
    await readBack.keep(path, written, "digest");
    expect(await readBack.find(path)).toBeUndefined();
  });

  it("is forgotten, the oldest first", async () => {
    await keep();
    for (let count = 0; count < 4_096; count += 1) {
      const other = join(folder, String(count));
      await link(path, other);
      await readBack.keep(other, await big(other), "digest");
    }
    expect(await readBack.find(path)).toBeUndefined();
    expect(await readBack.find(join(folder, "4095"))).toBeDefined();
  });
});
