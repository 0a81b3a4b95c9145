import { access, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeTree } from "./remove-tree.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "waybill-tree-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function treeOf(files: readonly string[]): Promise<string> {
  const tree = join(base, "tree");
  for (const file of files) {
    await mkdir(join(tree, file, ".."), { recursive: true });
    await writeFile(join(tree, file), file);
  }
  return tree;
}

describe("removeTree", () => {
  it("takes folders in folders and more files than it removes at a time", async () => {
    const many = Array.from({ length: 205 }, (_, place) => `files/${place % 3}/${place}`);
    const tree = await treeOf([...many, "a", "deep/er/and/deeper"]);
    await mkdir(join(tree, "empty/folder"), { recursive: true });
    await removeTree(tree);
    expect(await readdir(base)).toEqual([]);
  });

  it("removes links and keeps what they point to", async () => {
    await mkdir(join(base, "kept"));
    await writeFile(join(base, "kept/file"), "1");
    const tree = await treeOf(["a"]);
    await symlink(join(base, "kept"), join(tree, "link"));
    await symlink(join(base, "nowhere"), join(tree, "broken"));
    await symlink(join(base, "kept"), join(base, "link"));
    await removeTree(tree);
    await removeTree(join(base, "link"));
    expect(await readdir(base)).toEqual(["kept"]);
    await access(join(base, "kept/file"));
  });

  it("takes a file, and finds nothing to do where nothing is", async () => {
    await writeFile(join(base, "file"), "1");
    await removeTree(join(base, "file"));
    await removeTree(join(base, "none/at/all"));
    expect(await readdir(base)).toEqual([]);
  });

  it("may be done twice at the same time", async () => {
    const tree = await treeOf(Array.from({ length: 300 }, (_, place) => `files/${place}`));
    await Promise.all([removeTree(tree), removeTree(tree)]);
    expect(await readdir(base)).toEqual([]);
  });

  it("says what cannot be removed", async () => {
    await writeFile(join(base, "file"), "1");
    await expect(removeTree(join(base, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
