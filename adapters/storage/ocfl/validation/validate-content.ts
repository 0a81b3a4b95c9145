import { createHash } from "node:crypto";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { forEachBounded } from "../../../../lib/for-each-bounded.ts";
import { FILES_AT_ONCE } from "../../files-at-once.ts";
import type { Tree } from "../tree.ts";
import type { ContentExpectations, Expectation } from "./content-expectations.ts";
import type { Findings } from "./findings.ts";
import type { InventoryModel } from "./inventory-model.ts";
import { numberOf } from "./validate-versions.ts";

/** Node's names of the digests OCFL defines; others are ignored (E028). Source: OCFL 1.1 section 3.4. */
const NODE_NAMES: Readonly<Record<string, string>> = {
  md5: "md5",
  sha1: "sha1",
  sha256: "sha256",
  sha512: "sha512",
  "blake2b-512": "blake2b512",
};

/** The files in the content folders of these versions, as content paths. Source: OCFL 1.1 section 3.3.1. */
export async function listContent(
  object: Tree,
  contentFolder: string,
  versions: readonly string[],
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const version of versions) {
    await walk(object, `${version}/${contentFolder}`, present, findings, true);
  }
  return present;
}

/** Finds files that an inventory should name but does not: all of its versions and the ones before. Source: OCFL 1.1 section 3.3.1 (E023). */
export function checkNamed(
  present: ReadonlySet<string>,
  inventory: InventoryModel,
  findings: Findings,
): void {
  const newest = Math.max(...[...inventory.versions.keys()].map(numberOf));
  const named = new Set([...inventory.manifest.values()].flat());
  for (const path of present) {
    const isDue = numberOf(path.slice(0, path.indexOf("/"))) <= newest;
    if (isDue && !named.has(path)) findings.add("E023", INVENTORY, `It does not name the file ${path}.`);
  }
}

/** Finds files that inventories name but that are missing and, with `digests`, files that are not what an inventory says. Source: OCFL 1.1 sections 3.5.2 and 3.5.4. */
export async function checkContent(
  object: Tree,
  present: ReadonlySet<string>,
  expectations: ContentExpectations,
  findings: Findings,
  digests: boolean,
): Promise<void> {
  for (const path of expectations.paths()) {
    if (present.has(path)) continue;
    for (const code of new Set(expectations.of(path).map((expectation) => expectation.code)))
      findings.add(code, path, "The file is missing, or not below a version's content folder.");
  }
  if (!digests) return;
  await forEachBounded(present, FILES_AT_ONCE, async (path) => {
    await checkFile(object, path, expectations.of(path), findings);
  });
}

/** Reads a file once for all digests it must have. */
async function checkFile(
  object: Tree,
  path: string,
  expected: readonly Expectation[],
  findings: Findings,
): Promise<void> {
  const names = new Set(expected.flatMap(({ algorithm }) => NODE_NAMES[algorithm] ?? []));
  const sums = new Map([...names].map((name) => [name, createHash(name)]));
  if (sums.size === 0) return;
  const pieces = await object.read(path);
  if (pieces === undefined) return findings.add("E092", path, "The file is missing.");
  for await (const piece of pieces) for (const sum of sums.values()) sum.update(piece);
  const actual = new Map([...sums].map(([name, sum]) => [name, sum.digest("hex")]));
  for (const { algorithm, digest, code } of expected) {
    const found = actual.get(NODE_NAMES[algorithm] ?? "");
    if (found !== undefined && found !== digest)
      findings.add(code, path, `Its ${algorithm} is ${found} instead of ${digest}.`);
  }
}

async function walk(
  object: Tree,
  folder: string,
  present: Set<string>,
  findings: Findings,
  isTop: boolean,
): Promise<void> {
  const entries = await object.list(folder);
  if (entries === undefined) return;
  if (entries.length === 0) findings.add(isTop ? "W003" : "E024", folder, "Empty folders are not allowed.");
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.kind === "folder") await walk(object, path, present, findings, false);
    else if (entry.kind === "file") present.add(path);
    else findings.add("E090", path, "Only files and folders are allowed.");
  }
}
