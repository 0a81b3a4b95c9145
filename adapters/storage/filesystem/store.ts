import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { isContentPath, isObjectRoot, objectRootOf, versionName } from "../../../core/storage/ocfl-names.ts";
import type { ObjectStore, StoredVersion } from "../../../core/storage/ports.ts";
import { guardPut } from "../guard-put.ts";
import { openContent } from "../ocfl/file-digest.ts";
import { findHeadVersion, findInventory } from "../ocfl/held-object.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { storedFrom } from "../ocfl/stored-from.ts";
import { asStorageError } from "../storage-error.ts";
import type { OcflOptions, OcflSettings } from "./options.ts";
import { putVersion } from "./put-version.ts";
import { isWithin, openStorageRoot } from "./storage-root.ts";

/**
 * Preservation storage in an OCFL 1.1 storage root on a file system, created at first use. Order of a put, for safety
 * against power loss: content files; version inventory, sidecars and folders; the rename that makes the version
 * visible; the folders above it; for an update then root inventory, sidecar, object folder.
 * Source: OCFL 1.1, OCFL extension 0004, docs/reference/storage.md.
 */
export function createOcflStore(options: OcflOptions): ObjectStore {
  const { threads } = options;
  const settings: OcflSettings = {
    root: resolve(options.root),
    staging: resolve(options.staging),
    fsync: options.fsync ?? true,
    reserveBytes: options.reserveBytes,
    step: options.step ?? (() => {}),
    onThread: threads && ((task) => threads.run(task, options.step)),
    together: options.together,
    readBack: options.readBack,
  };
  let opening: Promise<void> | undefined;
  const ready = async (): Promise<void> => {
    opening ??= openStorageRoot(settings).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    await opening;
  };
  return {
    put: (version) =>
      guardPut(version, asStorageError, async (request) => {
        await ready();
        return putVersion(request, settings);
      }),
    find: (id, version) => named(() => find(id, version, settings)),
    open: (root, contentPath) => named(() => openFile(settings.root, root, contentPath)),
  };
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageError(error);
  }
}

async function find(id: string, version: number, { root }: OcflSettings): Promise<StoredVersion | undefined> {
  const path = objectRootOf(idDigest(id));
  const inventory = await findInventory(join(root, path, versionName(version)), id);
  const head = await findHeadVersion(join(root, path), id);
  if (inventory === undefined || head === undefined || head < version) return undefined;
  return storedFrom(path, id, version, inventory);
}

async function openFile(
  storageRoot: string,
  root: string,
  contentPath: string,
): Promise<NodeJS.ReadableStream> {
  if (!isObjectRoot(root) || !isContentPath(contentPath))
    throw new WaybillError("not_found", "The storage keeps no such file.");
  const path = join(storageRoot, root, contentPath);
  if (!isWithin(await realpath(join(storageRoot, root)), await realpath(path)))
    throw new WaybillError("not_found", "The storage keeps no such file.");
  const handle = await openContent(path);
  return handle.createReadStream();
}
