import { INVENTORY, LAYOUT, objectRootOf, ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import { fileTree } from "../filesystem/file-tree.ts";
import { idDigest } from "./id-digest.ts";
import { inventoryFacts } from "./read-inventory.ts";
import { below, joined, readText, type Tree, type TreeEntry } from "./tree.ts";
import { checkExtensions } from "./validation/check-extensions.ts";
import { type Finding, Findings } from "./validation/findings.ts";
import { validateObjectFolder } from "./validation/validate-object.ts";

/** How far to go. `digests` false: every rule except the digests of content files, so no content is read. */
export type ValidateOptions = { readonly digests?: boolean };

/**
 * Everything that is wrong with one OCFL object, read without trusting Waybill's own records. `object`: its tree, or its
 * folder on this file system. Source: OCFL 1.1 section 3, validation codes.
 */
export async function validateObject(
  object: Tree | string,
  options: ValidateOptions = {},
): Promise<readonly Finding[]> {
  const findings = new Findings();
  await validateObjectFolder(treeOf(object), findings, options.digests ?? true);
  return findings.list;
}

/** Everything that is wrong with a storage root and all its objects. `root` as for `validateObject`. Source: OCFL 1.1 sections 3 and 4, OCFL extension 0004. */
export async function validateStorageRoot(
  root: Tree | string,
  options: ValidateOptions = {},
): Promise<readonly Finding[]> {
  const [tree, findings] = [treeOf(root), new Findings()];
  const entries = (await tree.list("")) ?? [];
  await checkDeclaration(tree, entries, findings);
  for (const { name, kind } of entries) {
    if (kind === "other") findings.add("E090", name, "Links are not allowed.");
    if (kind !== "folder") continue;
    if (name === "extensions")
      await checkExtensions(tree, name, findings.below(name), { stray: "E112", odd: "W016" });
    else await walk(tree, name, findings.below(name), options.digests ?? true);
  }
  return findings.list;
}

function treeOf(place: Tree | string): Tree {
  return typeof place === "string" ? fileTree(place) : place;
}

async function checkDeclaration(
  tree: Tree,
  entries: readonly TreeEntry[],
  findings: Findings,
): Promise<void> {
  const declarations = entries.filter((entry) => entry.name.startsWith("0=ocfl_"));
  if (declarations.length === 0) findings.add("E069", "", "The storage root has no declaration.");
  if (declarations.length > 1) findings.add("E076", "", "The storage root has several declarations.");
  for (const { name } of declarations) {
    if (name !== ROOT_DECLARATION.name) findings.add("E079", name, "It does not declare OCFL 1.1.");
    else if ((await readText(tree, name)) !== ROOT_DECLARATION.text)
      findings.add("E080", name, "Its text is not its name.");
  }
  const text = await readText(tree, "ocfl_layout.json");
  if (text !== undefined) checkLayout(text, findings);
}

function checkLayout(text: string, findings: Findings): void {
  try {
    const layout: unknown = JSON.parse(text);
    const isWhole =
      typeof layout === "object" && layout !== null && "extension" in layout && "description" in layout;
    if (!isWhole) findings.add("E070", "ocfl_layout.json", "It lacks extension or description.");
    else if (layout.extension !== LAYOUT.extensionName)
      findings.add("E071", "ocfl_layout.json", "It names another layout than Waybill's.");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    findings.add("E070", "ocfl_layout.json", "It is not JSON.");
  }
}

async function walk(tree: Tree, path: string, findings: Findings, digests: boolean): Promise<void> {
  const entries = (await tree.list(path)) ?? [];
  if (entries.length === 0) return findings.add("E073", "", "Empty folders are not allowed.");
  if (entries.some((entry) => entry.name.startsWith("0=ocfl_object_"))) {
    await validateObjectFolder(below(tree, path), findings, digests);
    return checkPlace(tree, path, findings);
  }
  for (const { name, kind } of entries) {
    if (kind === "folder") await walk(tree, joined(path, name), findings.below(name), digests);
    else findings.add(kind === "other" ? "E090" : "E072", name, "It belongs to no object.");
  }
}

/** Is the object where its id says? Source: OCFL 1.1 section 4.3 (E083). */
async function checkPlace(tree: Tree, path: string, findings: Findings): Promise<void> {
  const pieces = await tree.read(joined(path, INVENTORY));
  if (pieces === undefined) return;
  try {
    const id = (await inventoryFacts(pieces)).fields.get("id");
    if (id !== undefined && objectRootOf(idDigest(id)) !== path)
      findings.add("E083", "", `The object ${id} belongs at ${objectRootOf(idDigest(id))}.`);
  } catch (error) {
    // The inventory's own check has reported what is wrong with it.
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
}
