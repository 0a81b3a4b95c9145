import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  CONTENT_FOLDER,
  INVENTORY,
  OBJECT_DECLARATION,
  SIDECAR,
  sidecarText,
  versionName,
} from "../../../core/storage/ocfl-names.ts";
import type { StoreFile, StoreVersion } from "../../../core/storage/ports.ts";
import { sourceOf } from "../../../core/storage/source-of.ts";
import { VersionPlan } from "../../../core/storage/version-plan.ts";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { keepReserve } from "../../disk/reserve.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";
import { checkKept } from "../ocfl/check-version.ts";
import type { HeldInventory } from "../ocfl/held-object.ts";
import { writeInventory } from "../ocfl/write-inventory.ts";
import type { OcflSettings } from "./options.ts";
import { storeFile } from "./store-file.ts";
import { syncPaths } from "./sync-paths.ts";

/**
 * Where a version is assembled. `staged`: the folder that stands for the object root; `objectRoot`: the real one;
 * `previous`: its inventory, if the object exists.
 */
export type Site = {
  readonly staged: string;
  readonly objectRoot: string;
  readonly previous: HeldInventory | undefined;
};

/** A version ready to be moved into place. `inventorySha256`: digest of its inventory. */
export type StagedVersion = { readonly plan: VersionPlan; readonly inventorySha256: string };

/**
 * Builds the version below `site.staged`, where its folder already exists: content stored and read back, version
 * inventory and sidecar; for a new object also its declaration, root inventory and sidecar. When it returns, all of it
 * is safe against power loss: content file by file, then the inventory, its sidecar, the files of the object root, last
 * the folders. Nothing outside `staged` was touched.
 * Errors: `storage_verify_failed`, `storage_failed`; those of the file system.
 */
export async function stageVersion(
  request: StoreVersion,
  site: Site,
  settings: OcflSettings,
): Promise<StagedVersion> {
  const versionFolder = join(site.staged, versionName(request.version));
  const folders = new Map<string, Promise<unknown>>();
  const room = keepReserve(site.staged, settings.reserveBytes);
  const plan = new VersionPlan(request.version, site.previous?.contentPaths ?? new Map());
  await forEachBounded(request.files, FILES_AT_ONCE, (file) => takeFile(file, request.signal));
  await settings.step("content-stored");

  const inventory = join(versionFolder, INVENTORY);
  const inventorySha256 = await writeInventory(inventory, request, plan, site.previous?.path, settings.fsync);
  const sidecar = sidecarText(inventorySha256);
  await writeFile(join(versionFolder, SIDECAR), sidecar, { flush: settings.fsync });
  await settings.step("inventory-written");
  if (site.previous === undefined) await writeRootFiles(site.staged, inventory, sidecar, settings.fsync);
  if (settings.fsync) await syncPaths([...folders.keys(), versionFolder, site.staged]);
  await settings.step("version-synced");
  return { plan, inventorySha256 };

  async function takeFile(file: StoreFile, signal: AbortSignal): Promise<void> {
    const { content, isFirst } = plan.add(file);
    if (!isFirst) return;
    if (!content.isNew) return checkKept(join(site.objectRoot, content.contentPath), content);
    const source = sourceOf(file);
    const target = join(site.staged, content.contentPath);
    await makeFolder(join(versionFolder, CONTENT_FOLDER), folders);
    await makeFolder(dirname(target), folders);
    await storeFile({
      path: file.path,
      source,
      target,
      sha256: file.sha256,
      size: file.size,
      fsync: settings.fsync,
      readBack: settings.readBack,
      room,
      signal,
    });
    await settings.step("file-stored");
  }
}

/** The first file of a content folder creates it, the others wait for that. */
async function makeFolder(folder: string, made: Map<string, Promise<unknown>>): Promise<void> {
  let making = made.get(folder);
  if (making === undefined) {
    making = mkdir(folder);
    made.set(folder, making);
  }
  await making;
}

/** Source: OCFL 1.1 section 3.7: the root inventory is the same as that of the newest version folder (E064). */
async function writeRootFiles(
  staged: string,
  inventory: string,
  sidecar: string,
  flush: boolean,
): Promise<void> {
  const copy = join(staged, INVENTORY);
  await copyFile(inventory, copy);
  await Promise.all([
    flush ? syncPaths([copy]) : undefined,
    writeFile(join(staged, OBJECT_DECLARATION.name), OBJECT_DECLARATION.text, { flush }),
    writeFile(join(staged, SIDECAR), sidecar, { flush }),
  ]);
}
