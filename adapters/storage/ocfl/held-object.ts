import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { INVENTORY, INVENTORY_TYPE, versionNumber } from "../../../core/storage/ocfl-names.ts";
import { isMissing } from "../storage-error.ts";
import { openContent } from "./file-digest.ts";
import { filePieces, inventoryFacts, type OnContent } from "./read-inventory.ts";

/** An inventory that Waybill can build on. `head`: version number. */
export type HeldInventory = {
  readonly path: string;
  readonly head: number;
  readonly sha256: string;
  readonly contentPaths: ReadonlyMap<string, string>;
};

/** The inventory in an object root or version folder, or undefined when there is none. Errors: `storage_failed` when Waybill cannot have written it for this object. */
export async function findInventory(folder: string, id: string): Promise<HeldInventory | undefined> {
  const path = join(folder, INVENTORY);
  const contentPaths = new Map<string, string>();
  const head = await findHead(path, id, (digest, contentPath) => contentPaths.set(digest, contentPath));
  return head && { path, ...head, contentPaths };
}

/** The version number in the inventory of an object root, read like `findInventory` but keeping nothing of its files. */
export async function findHeadVersion(folder: string, id: string): Promise<number | undefined> {
  return (await findHead(join(folder, INVENTORY), id))?.head;
}

/** What an inventory says besides its files. */
export type InventoryHead = Pick<HeldInventory, "head" | "sha256">;

/**
 * Goes through an inventory that an update builds on. Errors: `storage_failed` when Waybill cannot have written it for
 * this object.
 */
export async function readHead(
  pieces: AsyncIterable<Uint8Array>,
  id: string,
  onContent?: OnContent,
): Promise<InventoryHead> {
  let isLowerCase = true;
  const { fields, sha256 } = await inventoryFacts(pieces, (digest, contentPath) => {
    isLowerCase &&= /^[0-9a-f]{64}$/.test(digest);
    onContent?.(digest, contentPath);
  });
  const head = versionNumber(fields.get("head") ?? "");
  if (fields.get("id") !== id)
    throw foreign(id, `its inventory is that of ${JSON.stringify(fields.get("id"))}`);
  if (head === undefined) throw foreign(id, "its head is no version name that Waybill writes");
  if (fields.get("type") !== INVENTORY_TYPE) throw foreign(id, "it is not kept by OCFL 1.1");
  if (fields.get("digestAlgorithm") !== "sha256") throw foreign(id, "its digests are not SHA-256");
  if ((fields.get("contentDirectory") ?? "content") !== "content")
    throw foreign(id, "its content folder has another name");
  if (!isLowerCase) throw foreign(id, "its digests are not in lower case");
  return { head, sha256 };
}

async function findHead(path: string, id: string, onContent?: OnContent): Promise<InventoryHead | undefined> {
  try {
    return await readHead(filePieces(await openContent(path)), id, onContent);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw asDamage(error, id);
  }
}

/** An error from reading an inventory of this object, as `storage_failed` when its bytes are not an inventory. */
export function asDamage(error: unknown, id: string): unknown {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) return error;
  return new WaybillError("storage_failed", `The stored inventory of ${id} is damaged.`, { cause: error });
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function foreign(id: string, why: string): WaybillError {
  return new WaybillError("storage_failed", `Waybill cannot add to the stored object ${id}: ${why}.`);
}
