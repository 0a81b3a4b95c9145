import { createHash } from "node:crypto";
import path from "node:path";
import type { CheckStorage } from "../../core/check/ports.ts";
import { isObjectRoot, objectRootOf, ROOT_DECLARATION } from "../../core/storage/ocfl-names.ts";
import { fileTree } from "../storage/filesystem/file-tree.ts";
import { listStale, removeStale } from "../storage/filesystem/stale-staging.ts";
import type { OpenedStores, StoreFolders } from "../storage/object-stores.ts";
import { idDigest } from "../storage/ocfl/id-digest.ts";
import { joined, readText, type Tree } from "../storage/ocfl/tree.ts";
import { validateObject } from "../storage/ocfl/validate.ts";
import { isError } from "../storage/ocfl/validation/findings.ts";
import { findHeldFacts, findHeldVersion } from "./held-inventory.ts";

/** Every configured preservation storage, as a check sees it. `folders`: as for `openObjectStores`. */
export function openCheckStorages(
  { s3, roots }: OpenedStores,
  folders: StoreFolders,
): readonly CheckStorage[] {
  const filesystem: CheckStorage = {
    target: "filesystem",
    roots: () => walkRoots(fileTree(folders.root), "", 0),
    stale: (before) => listStale(folders.staging, before),
    removeStale: async (name, before) => {
      await roots.objects.require();
      return removeStale(folders.staging, name, before);
    },
    isThere: async () =>
      (await roots.objects.findFault()) === undefined && hasDeclaration(fileTree(folders.root)),
    ...readings((root) => fileTree(path.join(folders.root, root))),
  };
  if (s3 === undefined) return [filesystem];
  // the worker's own sweep ends unfinished multipart uploads
  const nothing: Pick<CheckStorage, "stale" | "removeStale"> = {
    async *stale() {},
    removeStale: async () => false,
  };
  const isThere = async () => (await roots.s3?.findFault()) === undefined && hasDeclaration(s3.tree(""));
  return [filesystem, { target: "s3", isThere, roots: () => s3.roots(), ...nothing, ...readings(s3.tree) }];
}

type Readings = Omit<CheckStorage, "target" | "isThere" | "roots" | "stale" | "removeStale">;

async function hasDeclaration(tree: Tree): Promise<boolean> {
  return (await readText(tree, ROOT_DECLARATION.name)) !== undefined;
}

function readings(treeOf: (root: string) => Tree): Readings {
  return {
    rootOf: (id) => objectRootOf(idDigest(id)),
    findObject: (root) => findHeldFacts(treeOf(root)),
    findVersion: (root, version) => findHeldVersion(treeOf(root), version),
    async paths(root) {
      const paths = new Set<string>();
      for await (const file of filesBelow(treeOf(root), "")) paths.add(file);
      return paths;
    },
    measure: (root, file) => measure(treeOf(root), file),
    text: (root, file) => readText(treeOf(root), file),
    faults: async (root) => (await validateObject(treeOf(root))).filter(isError),
  };
}

/** Levels of folders above an object's own. Source: OCFL extension 0004, docs/reference/storage.md. */
const LEVELS = 3;

async function* walkRoots(tree: Tree, folder: string, level: number): AsyncGenerator<string> {
  for (const { name, kind } of (await tree.list(folder)) ?? []) {
    const place = joined(folder, name);
    if (kind !== "folder") continue;
    if (level < LEVELS) yield* walkRoots(tree, place, level + 1);
    else if (isObjectRoot(place)) yield place;
  }
}

async function* filesBelow(tree: Tree, folder: string): AsyncGenerator<string> {
  for (const { name, kind } of (await tree.list(folder)) ?? []) {
    if (kind === "file") yield joined(folder, name);
    if (kind === "folder") yield* filesBelow(tree, joined(folder, name));
  }
}

async function measure(tree: Tree, file: string) {
  const pieces = await tree.read(file);
  if (pieces === undefined) return undefined;
  const sum = createHash("sha256");
  let size = 0;
  for await (const piece of pieces) {
    sum.update(piece);
    size += piece.length;
  }
  return { size, sha256: sum.digest("hex") };
}
