import type { MendedHead } from "../../../core/copy/ports.ts";
import {
  INVENTORY,
  readSidecar,
  SIDECAR,
  versionName,
  versionNumber,
} from "../../../core/storage/ocfl-names.ts";
import { inventoryFacts } from "../ocfl/read-inventory.ts";
import { readText, type Tree } from "../ocfl/tree.ts";

/** The newest version of an object by its root inventory. 0: it has none; undefined: there is one that cannot be read, or another object's. */
export async function findHead(object: Tree, id: string): Promise<number | undefined> {
  const found = await readHead(object, id);
  return found === "none" ? 0 : found?.head;
}

/** Does the root name a newer version than that, whose own sidecar agrees? Whoever wrote it knew more than the inventory tables do. */
export async function hasNewerHead(object: Tree, { id, version }: MendedHead): Promise<boolean> {
  const found = await readHead(object, id);
  if (found === "none" || found?.head === undefined || found.head <= version) return false;
  const sidecar = await readText(object, `${versionName(found.head)}/${SIDECAR}`);
  return sidecar !== undefined && readSidecar(sidecar) === found.sha256;
}

async function readHead(object: Tree, id: string) {
  const pieces = await object.read(INVENTORY);
  if (pieces === undefined) return "none";
  try {
    const { fields, sha256 } = await inventoryFacts(pieces);
    return fields.get("id") === id ? { head: versionNumber(fields.get("head") ?? ""), sha256 } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
