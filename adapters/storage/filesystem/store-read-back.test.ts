import { open, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoreFile } from "../../../core/storage/ports.ts";
import { sha256, versionOf } from "../../../tests/fixtures/ocfl/deposits.ts";
import { makeSite } from "../../../tests/fixtures/ocfl/site.ts";
import { openReadBack, type ReadBack } from "../../bytes/read-back.ts";

const TEXT = "waybill ".repeat(20_000);
const OTHER = `Waybill ${TEXT.slice(8)}`;

/** A store and a source of `TEXT` that has been read back; `change` comes before the put. */
async function putAfter(change: (path: string) => Promise<unknown>, readBack: ReadBack = openReadBack()) {
  const { store, folder, root, errors } = await makeSite({ readBack });
  const path = join(folder, "source");
  await writeFile(path, TEXT);
  await readBack.keep(path, await stat(path, { bigint: true }), sha256(TEXT));
  await change(path);
  const file: StoreFile = { path: "a.txt", source: path, sha256: sha256(TEXT), size: TEXT.length };
  const stored = await store.put(versionOf("ark:/99999/fk4known", 1, [file]));
  expect(await errors()).toEqual([]);
  return readFile(join(root, stored.root, "v1/content/0000/000"), "utf8");
}

async function overwrite(path: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.write("W", 0);
  await handle.close();
}

async function replace(path: string): Promise<void> {
  await writeFile(`${path}-other`, OTHER);
  await rename(`${path}-other`, path);
}

describe("a large file that has been read back", () => {
  it("is stored", async () => {
    expect(await putAfter(async () => undefined)).toBe(TEXT);
  });

  it("is not read again", async () => {
    // of a memory that believes everything, only that the bytes are not read can be seen
    const proven = { sha256: sha256(TEXT), size: TEXT.length, isStill: () => true };
    const gullible: ReadBack = { keep: async () => undefined, find: async () => proven };
    const { store, folder, root } = await makeSite({ readBack: gullible });
    const source = join(folder, "source");
    await writeFile(source, OTHER);
    const file = { path: "a.txt", source, sha256: sha256(TEXT), size: TEXT.length };
    const stored = await store.put(versionOf("ark:/99999/fk4gullible", 1, [file]));
    expect(await readFile(join(root, stored.root, "v1/content/0000/000"), "utf8")).toBe(OTHER);
  });

  it.each([
    ["written since", overwrite],
    ["replaced since", replace],
  ])("is read again when it was %s", async (_, change) => {
    await expect(putAfter(change)).rejects.toMatchObject({
      code: "storage_verify_failed",
      message: expect.stringContaining(sha256(OTHER)),
    });
  });

  it("is read again when it was written while it was linked", async () => {
    const memory = openReadBack();
    const late: ReadBack = {
      keep: memory.keep,
      find: async (path) => {
        const found = await memory.find(path);
        await overwrite(path);
        return found;
      },
    };
    await expect(putAfter(async () => undefined, late)).rejects.toMatchObject({
      code: "storage_verify_failed",
    });
  });

  it("is read again when another digest is claimed for it", async () => {
    const readBack = openReadBack();
    const { store, folder } = await makeSite({ readBack });
    const source = join(folder, "source");
    await writeFile(source, TEXT);
    await readBack.keep(source, await stat(source, { bigint: true }), sha256(TEXT));
    const file = { path: "a.txt", source, sha256: sha256(OTHER), size: TEXT.length };
    await expect(store.put(versionOf("ark:/99999/fk4claim", 1, [file]))).rejects.toMatchObject({
      code: "storage_verify_failed",
    });
  });
});
