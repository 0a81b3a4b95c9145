import { INVENTORY, versionNumber } from "../../../core/storage/ocfl-names.ts";
import { inventoryFacts } from "../ocfl/read-inventory.ts";
import type { Tree } from "../ocfl/tree.ts";

/** The newest version of an object by its root inventory. 0: it has none; undefined: there is one that cannot be read, or another object's. */
export async function findHead(object: Tree, id: string): Promise<number | undefined> {
  const pieces = await object.read(INVENTORY);
  if (pieces === undefined) return 0;
  try {
    const { fields } = await inventoryFacts(pieces);
    return fields.get("id") === id ? versionNumber(fields.get("head") ?? "") : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
