import { createHash } from "node:crypto";
import { CONTENT_FOLDER, INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { readText, type Tree, type TreeEntry } from "../tree.ts";
import { checkExtensions } from "./check-extensions.ts";
import { compareVersions } from "./compare-inventories.ts";
import { ContentExpectations } from "./content-expectations.ts";
import type { Findings } from "./findings.ts";
import { checkContent, checkNamed, listContent } from "./validate-content.ts";
import { type CheckedInventory, checkSidecar, validateInventory } from "./validate-inventory.ts";
import { numberOf } from "./validate-versions.ts";

/**
 * Checks one object: its folder, all its inventories against each other, and its content. Source: OCFL 1.1 section 3.
 */
export async function validateObjectFolder(
  object: Tree,
  findings: Findings,
  digests: boolean,
): Promise<void> {
  const entries = (await object.list("")) ?? [];
  await checkDeclaration(object, entries, findings);
  const root = await validateInventory(object, "", findings);
  if (root === undefined) {
    if (!findings.list.some(({ code }) => code === "E033"))
      findings.add("E063", INVENTORY, "The object has no inventory.");
    return;
  }
  await checkEntries(object, entries, root, findings);
  const contentFolder = root.fields.get("contentDirectory") ?? CONTENT_FOLDER;
  const folders = new Set(entries.filter((entry) => entry.kind === "folder").map((entry) => entry.name));
  const names = [...root.versions.keys()]
    .filter((name) => folders.has(name))
    .sort((left, right) => numberOf(left) - numberOf(right));
  const present = await listContent(object, contentFolder, names, findings);
  checkNamed(present, root, findings);
  const expectations = new ContentExpectations(root);
  let typeBefore = "";
  for (const name of names) {
    const inventory = await validateVersionFolder(object, name, root, findings.below(name));
    if (inventory === undefined) continue;
    const type = inventory.fields.get("type") ?? "";
    if (typeBefore > type) findings.add("E103", name, "It keeps an older OCFL than the version before.");
    typeBefore = type;
    if (inventory === root) continue;
    checkNamed(present, inventory, findings.below(name));
    expectations.addOlder(inventory, name, findings);
  }
  await checkContent(object, present, expectations, findings, digests);
}

async function checkDeclaration(
  object: Tree,
  entries: readonly TreeEntry[],
  findings: Findings,
): Promise<void> {
  const names = entries.map((entry) => entry.name).filter((name) => name.startsWith("0="));
  if (names.length !== 1) findings.add("E003", "", `The object has ${names.length} declarations.`);
  for (const name of names) {
    if (!/^0=ocfl_object_1\.[01]$/.test(name))
      findings.add("E006", name, "It does not declare an OCFL object.");
    else if ((await readText(object, name)) !== `${name.slice(2)}\n`)
      findings.add("E007", name, "Its text is not its name.");
  }
}

async function checkEntries(
  object: Tree,
  entries: readonly TreeEntry[],
  root: CheckedInventory,
  findings: Findings,
): Promise<void> {
  const folders = new Set<string>();
  for (const entry of entries) {
    const { name } = entry;
    if (entry.kind === "other") findings.add("E090", name, "Links are not allowed.");
    else if (entry.kind !== "folder") checkFile(name, root, findings);
    else if (name === "extensions") {
      await checkExtensions(object, name, findings.below(name), { stray: "E067", odd: "W013" });
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

/** Checks a version folder's entries and its inventory, and returns that: the object's own if it is the same file. */
async function validateVersionFolder(
  object: Tree,
  name: string,
  root: CheckedInventory,
  findings: Findings,
): Promise<CheckedInventory | undefined> {
  const isTwin =
    name === root.fields.get("head") &&
    (await findDigest(object, `${name}/${INVENTORY}`)) === root.bytesSha256;
  const inventory = isTwin ? root : await validateInventory(object, name, findings);
  if (isTwin) await checkSidecar(object, name, root.algorithm, root.bytesDigest, findings);
  else if (inventory === undefined) findings.add("W010", INVENTORY, "The version has no inventory.");
  else compareVersions(name, inventory, root, findings);
  const sidecar = `${INVENTORY}.${inventory?.algorithm ?? root.algorithm}`;
  for (const entry of (await object.list(name)) ?? []) {
    if (entry.kind === "other") findings.add("E090", entry.name, "Links are not allowed.");
    else if (entry.kind === "folder") checkVersionSubfolder(entry.name, root, findings);
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

async function findDigest(object: Tree, path: string): Promise<string | undefined> {
  const pieces = await object.read(path);
  if (pieces === undefined) return undefined;
  const sum = createHash("sha256");
  for await (const piece of pieces) sum.update(piece);
  return sum.digest("hex");
}
