import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { INVENTORY, LAYOUT, objectRootOf, ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import { idDigest } from "./id-digest.ts";
import { readInventory } from "./read-inventory.ts";
import { isMissing } from "./storage-error.ts";
import { checkExtensions } from "./validation/check-extensions.ts";
import { type Finding, Findings } from "./validation/findings.ts";
import { validateObjectFolder } from "./validation/validate-object.ts";

/** How far to go. `digests` false: every rule but the digests of content files, so no content is read. */
export type ValidateOptions = { readonly digests?: boolean };

/** Everything that is wrong with one OCFL object, read from disk without trusting Waybill's own records. Source: OCFL 1.1 section 3. */
export async function validateObject(
  objectRoot: string,
  options: ValidateOptions = {},
): Promise<readonly Finding[]> {
  const findings = new Findings();
  await validateObjectFolder(objectRoot, findings, options.digests ?? true);
  return findings.list;
}

/** Everything that is wrong with a storage root and all its objects. Source: OCFL 1.1 sections 3 and 4, OCFL extension 0004. */
export async function validateStorageRoot(
  root: string,
  options: ValidateOptions = {},
): Promise<readonly Finding[]> {
  const findings = new Findings();
  const entries = await readdir(root, { withFileTypes: true });
  await checkDeclaration(root, entries, findings);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) findings.add("E090", entry.name, "Links are not allowed.");
    if (!entry.isDirectory()) continue;
    if (entry.name === "extensions")
      await checkExtensions(join(root, entry.name), findings.below(entry.name), {
        stray: "E112",
        odd: "W016",
      });
    else await walk(root, entry.name, findings.below(entry.name), options.digests ?? true);
  }
  return findings.list;
}

async function checkDeclaration(root: string, entries: readonly Dirent[], findings: Findings): Promise<void> {
  const declarations = entries.filter((entry) => entry.name.startsWith("0=ocfl_"));
  if (declarations.length === 0) findings.add("E069", "", "The storage root has no declaration.");
  if (declarations.length > 1) findings.add("E076", "", "The storage root has several declarations.");
  for (const { name } of declarations) {
    if (name !== ROOT_DECLARATION.name) findings.add("E079", name, "It does not declare OCFL 1.1.");
    else if ((await readFile(join(root, name), "utf8")) !== ROOT_DECLARATION.text)
      findings.add("E080", name, "Its text is not its name.");
  }
  try {
    const layout: unknown = JSON.parse(await readFile(join(root, "ocfl_layout.json"), "utf8"));
    const isWhole =
      typeof layout === "object" && layout !== null && "extension" in layout && "description" in layout;
    if (!isWhole) findings.add("E070", "ocfl_layout.json", "It lacks extension or description.");
    else if (layout.extension !== LAYOUT.extensionName)
      findings.add("E071", "ocfl_layout.json", "It names another layout than Waybill's.");
  } catch (error) {
    if (error instanceof SyntaxError) findings.add("E070", "ocfl_layout.json", "It is not JSON.");
    else if (!isMissing(error)) throw error;
  }
}

async function walk(root: string, path: string, findings: Findings, digests: boolean): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  if (entries.length === 0) return findings.add("E073", "", "Empty folders are not allowed.");
  if (entries.some((entry) => entry.name.startsWith("0=ocfl_object_"))) {
    await validateObjectFolder(join(root, path), findings, digests);
    return checkPlace(root, path, findings);
  }
  for (const entry of entries) {
    if (entry.isDirectory()) await walk(root, `${path}/${entry.name}`, findings.below(entry.name), digests);
    else findings.add(entry.isSymbolicLink() ? "E090" : "E072", entry.name, "It belongs to no object.");
  }
}

/** Does the object lie where its id says? Source: OCFL 1.1 section 4.3 (E083). */
async function checkPlace(root: string, path: string, findings: Findings): Promise<void> {
  try {
    const id = (await readInventory(join(root, path, INVENTORY))).fields.get("id");
    if (id !== undefined && objectRootOf(idDigest(id)) !== path)
      findings.add("E083", "", `The object ${id} belongs at ${objectRootOf(idDigest(id))}.`);
  } catch (error) {
    // The inventory's own check has told what is wrong with it.
    if (!(error instanceof SyntaxError || error instanceof TypeError || isMissing(error))) throw error;
  }
}
