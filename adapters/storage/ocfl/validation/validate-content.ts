import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { forEachBounded } from "../bounded.ts";
import { openContent, readDigest } from "../file-digest.ts";
import { FILES_AT_ONCE } from "../options.ts";
import { isMissing } from "../storage-error.ts";
import type { ContentExpectations } from "./content-expectations.ts";
import type { Findings } from "./findings.ts";
import type { InventoryModel } from "./inventory-model.ts";
import { numberOf } from "./validate-versions.ts";

/** Node's names of the digests OCFL knows; others are ignored (E028). Source: OCFL 1.1 section 3.4. */
const NODE_NAMES: Readonly<Record<string, string>> = {
  md5: "md5",
  sha1: "sha1",
  sha256: "sha256",
  sha512: "sha512",
  "blake2b-512": "blake2b512",
};

/** The files in the content folders of these versions, as content paths. Source: OCFL 1.1 section 3.3.1. */
export async function listContent(
  objectRoot: string,
  contentFolder: string,
  versions: readonly string[],
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const present = new Set<string>();
  for (const version of versions) {
    await walk(objectRoot, `${version}/${contentFolder}`, present, findings, true);
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
  objectRoot: string,
  present: ReadonlySet<string>,
  expectations: ContentExpectations,
  findings: Findings,
  digests: boolean,
): Promise<void> {
  for (const path of expectations.paths()) {
    if (present.has(path)) continue;
    const code = expectations.of(path)[0]?.code ?? "E092";
    findings.add(code, path, "The file is missing, or not below a version's content folder.");
  }
  if (!digests) return;
  await forEachBounded(present, FILES_AT_ONCE, async (path) => {
    for (const { algorithm, digest, code } of expectations.of(path)) {
      const name = NODE_NAMES[algorithm];
      if (name === undefined) continue;
      const actual = await digestOf(join(objectRoot, path), name);
      if (actual !== digest) findings.add(code, path, `Its ${algorithm} is ${actual} instead of ${digest}.`);
    }
  });
}

async function walk(
  objectRoot: string,
  folder: string,
  present: Set<string>,
  findings: Findings,
  isTop: boolean,
): Promise<void> {
  let entries: Awaited<ReturnType<typeof list>>;
  try {
    entries = await list(join(objectRoot, folder));
  } catch (error) {
    if (isTop && isMissing(error)) return;
    throw error;
  }
  if (entries.length === 0) findings.add(isTop ? "W003" : "E024", folder, "Empty folders are not allowed.");
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await walk(objectRoot, path, present, findings, false);
    else if (entry.isFile()) present.add(path);
    else findings.add("E090", path, "Only files and folders are allowed.");
  }
}

function list(folder: string) {
  return readdir(folder, { withFileTypes: true });
}

async function digestOf(path: string, algorithm: string): Promise<string> {
  const handle = await openContent(path);
  try {
    const { size } = await handle.stat();
    return (await readDigest(handle, size, undefined, algorithm)).digest;
  } finally {
    await handle.close();
  }
}
