import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { CopyRequest } from "../../../core/copy/ports.ts";
import { SIDECAR, versionName } from "../../../core/storage/ocfl-names.ts";
import type { Rescue } from "../filesystem/clear-bench.ts";
import { fileTree } from "../filesystem/file-tree.ts";
import type { OcflSettings } from "../filesystem/options.ts";
import { placeObject, placeVersionFolder, promoteVersion } from "../filesystem/place-version.ts";
import { KEPT_FOLDER } from "../filesystem/stale-staging.ts";
import { isThere } from "../ocfl/held-object.ts";
import { readSidecarFile } from "../ocfl/read-inventory.ts";
import { isMissing } from "../storage-error.ts";
import { findHead } from "./find-head.ts";

/** In a copy's work folder: what stood in its place and may be wanted, kept when that folder is removed. */
const ASIDE = "aside";

/** May a version be copied onto an object with that head (`findHead`)? With an inventory nobody can read, only a new object: it is moved away. */
export function isNext(head: number | undefined, version: number): boolean {
  return head === version - 1 || (head === undefined && version === 1);
}

/**
 * Makes a staged copy visible. The work folder is its fence: whoever takes the copy over removes it first, so that
 * everything moved from here or to here fails from then on. Errors: those of the file system.
 */
export async function placeCopy(request: CopyRequest, work: string, settings: OcflSettings): Promise<void> {
  const { id, root, version, inventorySha256, signal } = request;
  const objectRoot = join(settings.root, root);
  signal.throwIfAborted();
  await request.mayPlace();
  if (!isNext(await findHead(fileTree(objectRoot), id), version)) throw taken(request);
  if (version === 1) {
    // no copy leaves an object without its inventory: whatever it is, it is kept
    if (await isThere(objectRoot)) await moveAway(objectRoot, join(work, ASIDE), settings);
    if (await placeObject(work, root, settings)) return settings.step("object-placed");
  } else {
    const leftover = join(objectRoot, versionName(version));
    if (await isThere(leftover)) {
      // left by a copy that was killed before the root inventory named it, or another version of that number
      const isOurs = (await readSidecarFile(join(leftover, SIDECAR)).catch(() => null)) === inventorySha256;
      await moveAway(leftover, join(work, isOurs ? "leftover" : ASIDE), settings);
    }
    if (await placeVersionFolder(work, objectRoot, version, settings.fsync)) {
      await settings.step("version-placed");
      return promoteVersion(work, objectRoot, version, inventorySha256, settings);
    }
  }
  throw taken(request);
}

/** By one rename into the work folder, which is never made again here: if it is gone, what stands there is another's copy. */
async function moveAway(from: string, to: string, { step }: OcflSettings): Promise<void> {
  await rename(from, to);
  await step("leftover-moved");
}

/** Moves what was put aside in a work folder to where Waybill never removes it. */
export function rescueTo(staging: string): Rescue {
  return async (folder) => {
    if (!(await isThere(join(folder, ASIDE)))) return;
    const kept = join(staging, KEPT_FOLDER);
    await mkdir(kept, { recursive: true });
    try {
      await rename(join(folder, ASIDE), join(kept, randomUUID()));
    } catch (error) {
      // another cleaner was faster
      if (!isMissing(error)) throw error;
    }
  };
}

function taken({ version, id }: CopyRequest): Error {
  return new Error(`Something else has put version ${version} of ${id} into the storage.`);
}
