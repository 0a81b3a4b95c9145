import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CONTENT_FOLDER, INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { openContent, readDigest } from "../file-digest.ts";
import { isMissing } from "../storage-error.ts";
import { checkExtensions } from "./check-extensions.ts";
import { compareVersions } from "./compare-inventories.ts";
import { ContentExpectations } from "./content-expectations.ts";
import type { Findings } from "./findings.ts";
import { checkContent, checkNamed, listContent } from "./validate-content.ts";
import { type CheckedInventory, checkSidecar, validateInventory } from "./validate-inventory.ts";
import { numberOf } from "./validate-versions.ts";

/** Checks one object: its folder, all its inventories, one against the other, and its content. Source: OCFL 1.1 section 3. */
export async function validateObjectFolder(
  objectRoot: string,
  findings: Findings,
  digests: boolean,
): Promise<void> {
  const entries = await readdir(objectRoot, { withFileTypes: true });
  await checkDeclaration(objectRoot, entries, findings);
  const root = await validateInventory(objectRoot, findings);
  if (root === undefined) {
    if (!findings.list.some(({ code }) => code === "E033"))
      findings.add("E063", INVENTORY, "The object has no inventory.");
    return;
  }
  await checkEntries(objectRoot, entries, root, findings);
  const contentFolder = root.fields.get("contentDirectory") ?? CONTENT_FOLDER;
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name));
  const names = [...root.versions.keys()]
    .filter((name) => folders.has(name))
    .sort((left, right) => numberOf(left) - numberOf(right));
  const present = await listContent(objectRoot, contentFolder, names, findings);
  checkNamed(present, root, findings);
  const expectations = new ContentExpectations(root);
  let typeBefore = "";
  for (const name of names) {
    const inventory = await validateVersionFolder(objectRoot, name, root, findings.below(name));
    if (inventory === undefined) continue;
    const type = inventory.fields.get("type") ?? "";
    if (typeBefore > type) findings.add("E103", name, "It keeps an older OCFL than the version before.");
    typeBefore = type;
    if (inventory === root) continue;
    checkNamed(present, inventory, findings.below(name));
    expectations.addOlder(inventory, name, findings);
  }
  await checkContent(objectRoot, present, expectations, findings, digests);
}

async function checkDeclaration(
  objectRoot: string,
  entries: readonly Dirent[],
  findings: Findings,
): Promise<void> {
  const names = entries.map((entry) => entry.name).filter((name) => name.startsWith("0="));
  if (names.length !== 1) findings.add("E003", "", `The object has ${names.length} declarations.`);
  for (const name of names) {
    if (!/^0=ocfl_object_1\.[01]$/.test(name))
      findings.add("E006", name, "It does not declare an OCFL object.");
    else if ((await readFile(join(objectRoot, name), "utf8")) !== `${name.slice(2)}\n`)
      findings.add("E007", name, "Its text is not its name.");
  }
}

async function checkEntries(
  objectRoot: string,
  entries: readonly Dirent[],
  root: CheckedInventory,
  findings: Findings,
): Promise<void> {
  const folders = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isSymbolicLink()) findings.add("E090", name, "Links are not allowed.");
    else if (!entry.isDirectory()) checkFile(name, root, findings);
    else if (name === "extensions") {
      await checkExtensions(join(objectRoot, name), findings.below(name), { stray: "E067", odd: "W013" });
    } else if (name !== "logs") {
      folders.add(name);
      checkFolder(name, root, findings);
    }
  }
  for (const name of root.versions.keys()) {
    if (!folders.has(name)) findings.add("E010", name, "The version has no folder.");
  }
}

function checkFile(name: string, root: CheckedInventory, findings: Findings): void {
  const isOurs = name.startsWith("0=") || name === INVENTORY || name === `${INVENTORY}.${root.algorithm}`;
  if (!isOurs) findings.add("E001", name, "It is no part of an object.");
}

function checkFolder(name: string, root: CheckedInventory, findings: Findings): void {
  if (Number.isNaN(numberOf(name))) findings.add("E001", name, "It is no part of an object.");
  else if (!root.versions.has(name)) findings.add("E046", name, "The inventory has no such version.");
}

/** Checks a version folder's entries and its inventory, which is answered: the object's own when it is the same file. */
async function validateVersionFolder(
  objectRoot: string,
  name: string,
  root: CheckedInventory,
  findings: Findings,
): Promise<CheckedInventory | undefined> {
  const folder = join(objectRoot, name);
  const isTwin =
    name === root.fields.get("head") && (await findDigest(join(folder, INVENTORY))) === root.bytesSha256;
  const inventory = isTwin ? root : await validateInventory(folder, findings);
  if (isTwin) await checkSidecar(folder, root.algorithm, root.bytesDigest, findings);
  else if (inventory === undefined) findings.add("W010", INVENTORY, "The version has no inventory.");
  else compareVersions(name, inventory, root, findings);
  const sidecar = `${INVENTORY}.${inventory?.algorithm ?? root.algorithm}`;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) findings.add("E090", entry.name, "Links are not allowed.");
    else if (entry.isDirectory()) checkVersionSubfolder(entry.name, root, findings);
    else if (entry.name !== INVENTORY && entry.name !== sidecar) {
      findings.add("E015", entry.name, "It is no part of a version.");
    }
  }
  return inventory;
}

function checkVersionSubfolder(name: string, root: CheckedInventory, findings: Findings): void {
  if (name === (root.fields.get("contentDirectory") ?? CONTENT_FOLDER)) return;
  findings.add("W002", name, "Only the content folder should be here.");
}

async function findDigest(path: string): Promise<string | undefined> {
  try {
    const handle = await openContent(path);
    try {
      return (await readDigest(handle, 0, undefined)).digest;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
