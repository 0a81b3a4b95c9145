import { lstat, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { QueueError } from "../../../core/errors.ts";
import {
  INVENTORY,
  INVENTORY_TYPE,
  SIDECAR,
  sidecarText,
  versionName,
  versionNumber,
} from "../../../core/storage/ocfl-names.ts";
import { type InventoryFacts, readInventory, readSidecarFile } from "./read-inventory.ts";
import { isMissing } from "./storage-error.ts";
import { syncPaths } from "./sync-paths.ts";

/** An inventory that Waybill can build on. `head`: version number. */
export type HeldInventory = {
  readonly path: string;
  readonly head: number;
  readonly sha256: string;
  readonly contentPaths: ReadonlyMap<string, string>;
};

/**
 * The object's root inventory, checked against its sidecar, or undefined when the storage has no such object.
 * A sidecar left behind by a crash between the two last steps of an update is mended, with a file from `work`, when the
 * inventory is provably the one its version folder holds. Errors: `storage_failed`.
 */
export async function findHeldObject(
  objectRoot: string,
  id: string,
  work: string,
  fsync: boolean,
): Promise<HeldInventory | undefined> {
  const inventory = await findInventory(objectRoot, id);
  if (inventory === undefined) {
    if (!(await isThere(objectRoot))) return undefined;
    throw new QueueError("storage_failed", `The storage has a folder for ${id}, but no inventory in it.`);
  }
  if ((await readSidecarFile(join(objectRoot, SIDECAR))) === inventory.sha256) return inventory;
  const versionFolder = join(objectRoot, versionName(inventory.head));
  const twin = await findInventory(versionFolder, id);
  const isProven =
    twin?.sha256 === inventory.sha256 &&
    (await readSidecarFile(join(versionFolder, SIDECAR))) === inventory.sha256;
  if (!isProven)
    throw new QueueError(
      "storage_failed",
      `The stored inventory of ${id} is not the one its digest was taken of.`,
    );
  const unfinished = join(work, SIDECAR);
  await writeFile(unfinished, sidecarText(inventory.sha256), { flush: fsync });
  await rename(unfinished, join(objectRoot, SIDECAR));
  if (fsync) await syncPaths([objectRoot]);
  return inventory;
}

/** The inventory in an object root or version folder, or undefined when there is none. Errors: `storage_failed` when Waybill cannot have written it for this object. */
export async function findInventory(folder: string, id: string): Promise<HeldInventory | undefined> {
  const path = join(folder, INVENTORY);
  const facts = await findFacts(path, id);
  if (facts === undefined) return undefined;
  return { path, ...buildableFacts(facts, id) };
}

/** What an update needs of an inventory's facts. Errors: `storage_failed` when Waybill cannot have written it for this object. */
export function buildableFacts(facts: InventoryFacts, id: string): Omit<HeldInventory, "path"> {
  const head = versionNumber(facts.fields.get("head") ?? "");
  if (facts.fields.get("id") !== id)
    throw foreign(id, `its inventory is that of ${JSON.stringify(facts.fields.get("id"))}`);
  if (head === undefined) throw foreign(id, "its head is no version name that Waybill writes");
  if (facts.fields.get("type") !== INVENTORY_TYPE) throw foreign(id, "it is not kept by OCFL 1.1");
  if (facts.fields.get("digestAlgorithm") !== "sha256") throw foreign(id, "its digests are not SHA-256");
  if ((facts.fields.get("contentDirectory") ?? "content") !== "content")
    throw foreign(id, "its content folder has another name");
  for (const digest of facts.contentPaths.keys()) {
    if (!/^[0-9a-f]{64}$/.test(digest)) throw foreign(id, "its digests are not in lower case");
  }
  return { head, sha256: facts.sha256, contentPaths: facts.contentPaths };
}

async function findFacts(path: string, id: string): Promise<InventoryFacts | undefined> {
  try {
    return await readInventory(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw asDamage(error, id);
  }
}

/** What reading an inventory of this object has thrown, told as `storage_failed` when its bytes are no inventory. */
export function asDamage(error: unknown, id: string): unknown {
  if (!(error instanceof SyntaxError || error instanceof TypeError)) return error;
  return new QueueError("storage_failed", `The stored inventory of ${id} is damaged.`, { cause: error });
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

function foreign(id: string, why: string): QueueError {
  return new QueueError("storage_failed", `Waybill cannot add to the stored object ${id}: ${why}.`);
}
