import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { SIDECAR, sidecarText, versionName } from "../../../core/storage/ocfl-names.ts";
import { findInventory, type HeldInventory, isThere } from "../ocfl/held-object.ts";
import { readSidecarFile } from "../ocfl/read-inventory.ts";
import { syncPaths } from "./sync-paths.ts";

/**
 * The object's root inventory, checked against its sidecar, or undefined when the storage has no such object. If a
 * crash between the last two steps of an update left an old sidecar, it is corrected, with a file from `work`, provided
 * that the inventory is provably the one in its version folder. Errors: `storage_failed`.
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
    throw new WaybillError("storage_failed", `The storage has a folder for ${id}, but no inventory in it.`);
  }
  if ((await readSidecarFile(join(objectRoot, SIDECAR))) === inventory.sha256) return inventory;
  const versionFolder = join(objectRoot, versionName(inventory.head));
  const twin = await findInventory(versionFolder, id);
  const isProven =
    twin?.sha256 === inventory.sha256 &&
    (await readSidecarFile(join(versionFolder, SIDECAR))) === inventory.sha256;
  if (!isProven)
    throw new WaybillError(
      "storage_failed",
      `The stored inventory of ${id} is not the one its digest was taken of.`,
    );
  const unfinished = join(work, SIDECAR);
  await writeFile(unfinished, sidecarText(inventory.sha256), { flush: fsync });
  await rename(unfinished, join(objectRoot, SIDECAR));
  if (fsync) await syncPaths([objectRoot]);
  return inventory;
}
