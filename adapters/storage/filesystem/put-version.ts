import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { objectRootOf, versionName } from "../../../core/storage/ocfl-names.ts";
import type { StoredVersion, StoreFile, StoreVersion } from "../../../core/storage/ports.ts";
import type { VersionPlan } from "../../../core/storage/version-plan.ts";
import { removeTree } from "../../disk/remove-tree.ts";
import type { Task } from "../../threads/tasks.ts";
import { checkHead, otherFiles } from "../ocfl/check-head.ts";
import { findSameVersion } from "../ocfl/check-version.ts";
import { findInventory, type HeldInventory, isThere } from "../ocfl/held-object.ts";
import { idDigest } from "../ocfl/id-digest.ts";
import { readSidecarFile } from "../ocfl/read-inventory.ts";
import { clearBench } from "./clear-bench.ts";
import { findHeldObject } from "./find-held-object.ts";
import type { OcflSettings } from "./options.ts";
import { placeObject, placeVersionFolder, promoteVersion, removeIfEmpty, syncWay } from "./place-version.ts";
import { gatherFew, planSmall } from "./small/small-object.ts";
import { stageVersion } from "./stage-version.ts";
import { syncPaths } from "./sync-paths.ts";

/** One put in progress. `path`: the object's folder below the root; `work`: this put's own folder in staging. */
type Put = {
  readonly request: StoreVersion;
  readonly settings: OcflSettings;
  readonly path: string;
  readonly objectRoot: string;
  readonly bench: string;
  readonly work: string;
};

/**
 * Stores one version, or finds it stored. What an earlier, killed put of the object left in staging is removed; a
 * version folder it left in the object is completed if it has the same files, otherwise removed. Each put works in a
 * folder with a unique name and first takes away those of earlier puts, so a paused worker that wakes up later can
 * neither move its successor's unfinished folder nor touch the object any more.
 * Errors: `storage_failed`, `storage_verify_failed`; those of the file system and of `request.files`.
 */
export async function putVersion(request: StoreVersion, settings: OcflSettings): Promise<StoredVersion> {
  const digest = idDigest(request.id);
  const bench = join(settings.staging, digest);
  const work = join(bench, randomUUID());
  const path = objectRootOf(digest);
  const put: Put = { request, settings, path, objectRoot: join(settings.root, path), bench, work };
  await clearBench(bench);
  const { onThread } = settings;
  if (!onThread || request.version > 1 || (await isThere(put.objectRoot))) return putStepwise(put);
  const files = await gatherFew(request.files);
  if ("few" in files) return putSmall(put, files.few, onThread);
  return putStepwise(put, files.many);
}

/**
 * Stores a small new object with two calls to a thread: written, then put in place. Each file and folder is synced, or the
 * whole file system after each of the two, together with what other puts have written: all of the object before the rename
 * that makes it visible, the names above it before anybody is told.
 */
async function putSmall(
  put: Put,
  files: readonly StoreFile[],
  onThread: (task: Task) => Promise<boolean>,
): Promise<StoredVersion> {
  const { request, settings, path, bench, work } = put;
  const { root, together } = settings;
  const shared = settings.fsync && (await together?.isThere()) ? together : undefined;
  const fsync = settings.fsync && shared === undefined;
  const { plan, inventorySha256, task } = await planSmall(request, files, stagedRoot(put), {
    ...settings,
    fsync,
  });
  const sync = shared?.begin();
  let isPlaced = false;
  try {
    await onThread(task);
    await sync?.();
    request.signal.throwIfAborted();
    await request.mayPlace?.();
    isPlaced = await onThread({ kind: "place", work, bench, objectPath: path, root, fsync });
    if (isPlaced) await sync?.();
    return isPlaced ? stored(put, plan, inventorySha256) : await confirmOther(put);
  } finally {
    if (!isPlaced) await onThread({ kind: "clear", work, bench });
  }
}

/** Stores a version file by file. `files`: those of the request, when some have been asked for already. */
async function putStepwise(put: Put, files = put.request.files): Promise<StoredVersion> {
  const { request, settings, bench, work } = put;
  try {
    // All folders above the content at once, so that none is created again after a newer put has taken them away.
    await mkdir(join(stagedRoot(put), versionName(request.version)), { recursive: true });
    await settings.step("work-made");
    return await storeOrFind(put, files);
  } finally {
    await removeTree(work);
    await removeIfEmpty(bench);
    await settings.step("work-removed");
  }
}

/**
 * The folder in staging that stands for the object root; for a new object it has the same path below the storage root.
 */
function stagedRoot({ request, work, path }: Put): string {
  return request.version === 1 ? join(work, path) : work;
}

async function storeOrFind(put: Put, files: StoreVersion["files"]): Promise<StoredVersion> {
  const { request, settings, objectRoot, work } = put;
  const held = await findHeldObject(objectRoot, request.id, work, settings.fsync);
  checkHead(request, held?.head ?? 0);
  if (held?.head === request.version) return confirm(put, held);
  if (held === undefined) return storeObject(put, files);
  return (await completeLeftover(put)) ?? (await storeUpdate(put, held));
}

async function confirm(put: Put, held: HeldInventory): Promise<StoredVersion> {
  const { request, settings } = put;
  const plan = await findSameVersion(put.objectRoot, held, request);
  if (plan !== undefined) {
    // whatever put it there may have been killed between the rename and the sync
    if (settings.fsync) await syncWay(settings.root, put.path);
    return stored(put, plan, held.sha256);
  }
  throw otherFiles(request);
}

async function storeObject(put: Put, files: StoreVersion["files"]): Promise<StoredVersion> {
  const { request, settings, objectRoot, work, path } = put;
  const { plan, inventorySha256 } = await stageVersion(
    { ...request, files },
    { staged: stagedRoot(put), objectRoot, previous: undefined },
    settings,
  );
  request.signal.throwIfAborted();
  await request.mayPlace?.();
  if (!(await placeObject(work, path, settings))) return confirmOther(put);
  await settings.step("object-placed");
  return stored(put, plan, inventorySha256);
}

async function storeUpdate(put: Put, previous: HeldInventory): Promise<StoredVersion> {
  const { request, settings, objectRoot, work } = put;
  const { plan, inventorySha256 } = await stageVersion(
    request,
    { staged: stagedRoot(put), objectRoot, previous },
    settings,
  );
  request.signal.throwIfAborted();
  await request.mayPlace?.();
  if (!(await placeVersionFolder(work, objectRoot, request.version, settings.fsync)))
    return confirmOther(put);
  await settings.step("version-placed");
  await promoteVersion(work, objectRoot, request.version, inventorySha256, settings);
  return stored(put, plan, inventorySha256);
}

/** Someone else put this version into place while we staged it: fine if it is the same and intact. */
async function confirmOther(put: Put): Promise<StoredVersion> {
  const { request, settings, objectRoot, work } = put;
  const held = await findHeldObject(objectRoot, request.id, work, settings.fsync);
  if (held?.head === request.version) return confirm(put, held);
  throw new WaybillError(
    "storage_failed",
    `Another worker is storing version ${request.version} of ${request.id}. Run the job again.`,
  );
}

/** Completes, or removes, the version folder of a put that was killed before the root inventory named it. */
async function completeLeftover(put: Put): Promise<StoredVersion | undefined> {
  const { request, settings, objectRoot, work } = put;
  const folder = join(objectRoot, versionName(request.version));
  if (!(await isThere(folder))) return undefined;
  const found = await findWholeLeftover(put, folder);
  if (found !== undefined) {
    await promoteVersion(work, objectRoot, request.version, found.inventory.sha256, settings);
    return stored(put, found.plan, found.inventory.sha256);
  }
  await rename(folder, join(work, "leftover"));
  if (settings.fsync) await syncPaths([objectRoot]);
  return undefined;
}

async function findWholeLeftover(
  { request, objectRoot }: Put,
  folder: string,
): Promise<{ readonly inventory: HeldInventory; readonly plan: VersionPlan } | undefined> {
  try {
    const inventory = await findInventory(folder, request.id);
    if (
      inventory?.head !== request.version ||
      (await readSidecarFile(join(folder, "inventory.json.sha256"))) !== inventory.sha256
    )
      return undefined;
    const plan = await findSameVersion(objectRoot, inventory, request);
    return plan === undefined ? undefined : { inventory, plan };
  } catch (error) {
    // A damaged leftover is useless: the version is made again from the source.
    if (
      error instanceof WaybillError &&
      (error.code === "storage_failed" || error.code === "storage_verify_failed")
    )
      return undefined;
    throw error;
  }
}

function stored({ path, request }: Put, plan: VersionPlan, inventorySha256: string): StoredVersion {
  return {
    root: path,
    version: request.version,
    inventorySha256,
    contentPathOf: (sha256) => plan.contentPathOf(sha256),
  };
}
