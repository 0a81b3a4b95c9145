import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openFileSystemSync } from "./file-system-sync.ts";

let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), "waybill sync '\\$(x) "));
});
afterAll(() => rm(base, { recursive: true, force: true }));

it("syncs the file system of a folder of any name, for all who ask", async () => {
  const together = openFileSystemSync(base);
  try {
    expect(await together.isThere()).toBe(true);
    await Promise.all(
      Array.from({ length: 20 }, async (_, place) => {
        await writeFile(path.join(base, String(place)), "x");
        await together.begin()();
      }),
    );
  } finally {
    together.close();
  }
});

it("is not there for a folder that cannot be synced", async () => {
  const together = openFileSystemSync(path.join(base, "none"));
  expect(await together.isThere()).toBe(false);
  together.close();
});

it("fails when the file system cannot be synced any more, and goes on when it can", async () => {
  const folder = await mkdtemp(path.join(base, "leaves-"));
  const together = openFileSystemSync(folder);
  try {
    expect(await together.isThere()).toBe(true);
    await rm(folder, { recursive: true });
    const sync = together.begin();
    await expect(sync()).rejects.toMatchObject({
      code: "EIO",
      message: expect.stringContaining("No such file or directory"),
    });
    await writeFile(folder, "a file will do");
    // a write that has failed is told once: it may have been that of somebody who asks later
    await expect(sync()).rejects.toMatchObject({ code: "EIO" });
    await together.begin()();
  } finally {
    together.close();
  }
});

it("starts another program when its own has ended", async () => {
  const together = openFileSystemSync(base);
  expect(await together.isThere()).toBe(true);
  together.close();
  // it ends in a moment, before or after it is asked
  await Promise.allSettled([together.begin()(), together.begin()()]);
  await expect(together.begin()()).resolves.toBeUndefined();
  together.close();
});
