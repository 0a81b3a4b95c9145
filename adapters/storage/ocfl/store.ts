import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { QueueError } from "../../../core/errors.ts";
import type { ObjectStore, StoredVersion, StoreFile, StoreVersion } from "../../../core/ports.ts";
import { logicalPathFault } from "../../../core/storage/logical-path.ts";
import {
  CONTENT_FOLDER,
  isObjectRoot,
  objectRootOf,
  versionName,
  versionNumber,
} from "../../../core/storage/ocfl-names.ts";
import { openContent } from "./file-digest.ts";
import { findInventory } from "./held-object.ts";
import { idDigest } from "./id-digest.ts";
import type { OcflOptions, OcflSettings } from "./options.ts";
import { putVersion } from "./put-version.ts";
import { asStorageError } from "./storage-error.ts";
import { isWithin, openStorageRoot } from "./storage-root.ts";

/**
 * Preservation storage in an OCFL 1.1 storage root on a file system, made at the first use when it is missing.
 * Order of safety against power loss in a put: content files; version inventory, sidecars and folders; the rename that
 * makes the version visible; the folders above it; for an update then root inventory, sidecar, object folder.
 * Source: OCFL 1.1, OCFL extension 0004, docs/reference/storage.md.
 */
export function createOcflStore(options: OcflOptions): ObjectStore {
  const settings: OcflSettings = {
    root: resolve(options.root),
    staging: resolve(options.staging),
    fsync: options.fsync ?? true,
    step: options.step ?? (() => {}),
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
    put: (version) => put(version, settings, ready),
    find: (id, version) => named(() => find(id, version, settings)),
    open: (root, contentPath) => named(() => openFile(settings.root, root, contentPath)),
  };
}

async function put(
  request: StoreVersion,
  settings: OcflSettings,
  ready: () => Promise<void>,
): Promise<StoredVersion> {
  const failure: { ofFiles?: unknown } = {};
  try {
    request.signal.throwIfAborted();
    await ready();
    return await putVersion({ ...request, files: watched(request.files, failure) }, settings);
  } catch (error) {
    // Neither the caller's list of files nor its wish to stop is a fault of the storage.
    const isCallers =
      error === failure.ofFiles || (request.signal.aborted && error === request.signal.reason);
    throw isCallers ? error : asStorageError(error);
  }
}

/** The same files, noting the error of the list itself. May be gone through again. */
function watched(files: StoreVersion["files"], failure: { ofFiles?: unknown }): AsyncIterable<StoreFile> {
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* files;
      } catch (error) {
        failure.ofFiles = error;
        throw error;
      }
    },
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
  const head = await findInventory(join(root, path), id);
  if (inventory === undefined || head === undefined || head.head < version) return undefined;
  return {
    root: path,
    version,
    inventorySha256: inventory.sha256,
    contentPathOf: (sha256) => {
      const contentPath = inventory.contentPaths.get(sha256);
      if (contentPath !== undefined) return contentPath;
      throw new QueueError(
        "storage_failed",
        `Version ${version} of ${id} has no file with SHA-256 ${sha256}.`,
      );
    },
  };
}

async function openFile(
  storageRoot: string,
  root: string,
  contentPath: string,
): Promise<NodeJS.ReadableStream> {
  const [version, folder] = contentPath.split("/");
  const isContent =
    versionNumber(version ?? "") !== undefined &&
    folder === CONTENT_FOLDER &&
    logicalPathFault(contentPath) === undefined;
  if (!isObjectRoot(root) || !isContent) throw new QueueError("not_found", "The storage keeps no such file.");
  const path = join(storageRoot, root, contentPath);
  if (!isWithin(await realpath(join(storageRoot, root)), await realpath(path)))
    throw new QueueError("not_found", "The storage keeps no such file.");
  const handle = await openContent(path);
  return handle.createReadStream();
}
