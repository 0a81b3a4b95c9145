import { copyFile, rename, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { INVENTORY, SIDECAR, sidecarText, versionName } from "../../../core/storage/ocfl-names.ts";
import { readSidecarFile } from "../ocfl/read-inventory.ts";
import { isTaken } from "../storage-error.ts";
import type { OcflSettings } from "./options.ts";
import { syncPaths } from "./sync-paths.ts";

/**
 * Moves a whole new object into the storage root with one rename. `work` has it under its path below the root, so that
 * missing folders above it appear together with it and no empty folder is ever visible (E073). False: something is
 * already there. Power loss: the staged folders are safe before the rename, all folders above them right after it
 * (another worker may have created one of those and not made it safe yet).
 */
export async function placeObject(
  work: string,
  objectPath: string,
  { root, fsync }: OcflSettings,
): Promise<boolean> {
  const parts = objectPath.split("/");
  const heads = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  if (fsync) await syncPaths(heads.slice(0, -1).map((head) => join(work, head)));
  for (const [level, head] of heads.entries()) {
    try {
      await rename(join(work, head), join(root, head));
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    if (fsync) await syncPaths(["", ...heads.slice(0, level)].map((above) => join(root, above)));
    return true;
  }
  return false;
}

/**
 * Moves a version folder into its object. Until the root inventory names it, the folder is not part of the object.
 * False: there already is one.
 */
export async function placeVersionFolder(
  staged: string,
  objectRoot: string,
  version: number,
  fsync: boolean,
): Promise<boolean> {
  const name = versionName(version);
  try {
    await rename(join(staged, name), join(objectRoot, name));
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  if (fsync) await syncPaths([objectRoot]);
  return true;
}

/**
 * Makes a version folder that is in place the object's head: root inventory by rename, the sidecar last.
 * `inventorySha256` must match the folder's own sidecar; otherwise another worker has put a different version there
 * meanwhile.
 * Errors: `storage_failed`. Source: OCFL 1.1 sections 3.6 (E062) and 3.7 (E064).
 */
export async function promoteVersion(
  staged: string,
  objectRoot: string,
  version: number,
  inventorySha256: string,
  settings: OcflSettings,
): Promise<void> {
  const versionFolder = join(objectRoot, versionName(version));
  const [inventory, sidecar] = [join(staged, INVENTORY), join(staged, SIDECAR)];
  await copyFile(join(versionFolder, INVENTORY), inventory);
  await writeFile(sidecar, sidecarText(inventorySha256));
  if (settings.fsync) await syncPaths([inventory, sidecar]);
  if ((await readSidecarFile(join(versionFolder, SIDECAR))) !== inventorySha256) {
    throw new WaybillError(
      "storage_failed",
      `Another worker stored version ${version} of the same object at the same time. Run the job again.`,
    );
  }
  await rename(inventory, join(objectRoot, INVENTORY));
  await settings.step("inventory-placed");
  await rename(sidecar, join(objectRoot, SIDECAR));
  if (settings.fsync) await syncPaths([objectRoot]);
  await settings.step("sidecar-placed");
}

/** Makes the names of an object in place safe, and those of every folder between it and the storage root. */
export async function syncWay(root: string, objectPath: string): Promise<void> {
  const parts = objectPath.split("/");
  await syncPaths(
    ["", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))].map((way) => join(root, way)),
  );
}

/** Removes a folder that others may still be using, or that may already be gone. */
export async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isTaken(error) && !(error instanceof Error && "code" in error && error.code === "ENOENT"))
      throw error;
  }
}
