import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, rename } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { MendOutcome, MendRequest } from "../../../core/copy/ports.ts";
import { removeTree } from "../../disk/remove-tree.ts";
import { keepReserve } from "../../disk/reserve.ts";
import { fileTree } from "../filesystem/file-tree.ts";
import type { OcflSettings } from "../filesystem/options.ts";
import { KEPT_FOLDER } from "../filesystem/stale-staging.ts";
import { NO_LINK } from "../filesystem/store-file.ts";
import { syncPaths } from "../filesystem/sync-paths.ts";
import { isThere } from "../ocfl/held-object.ts";
import { fileErrorCode } from "../storage-error.ts";
import { bringFile, NoSource } from "./bring-file.ts";
import { findFaults } from "./find-faults.ts";

const unhurried = () => undefined;

/**
 * Replaces a file that is damaged or missing by one rename, so that there is never neither. What was there gets a second
 * name outside the storage root before. A file that is good by then is left alone.
 */
export async function mendInFolder(
  request: MendRequest,
  name: string,
  settings: OcflSettings,
): Promise<MendOutcome> {
  const { root, file, sources, aside, signal } = request;
  const objectRoot = join(settings.root, root);
  const isGood = async () => {
    const object = fileTree(objectRoot);
    const reading = { storage: name, object, files: [file], pace: unhurried, signal };
    return (await findFaults({ ...reading, again: (read) => read() })).length === 0;
  };
  if (await isGood()) return { kind: "good" };
  const work = join(settings.staging, `mend-${randomUUID()}`);
  await mkdir(work, { recursive: true });
  try {
    const to = join(work, "file");
    const room = keepReserve(settings.staging, settings.reserveBytes);
    const { from } = await bringFile({ root, file, to, sources, room, fsync: settings.fsync, signal });
    const target = join(objectRoot, file.path);
    await mkdir(dirname(target), { recursive: true });
    await request.mayPlace();
    if (await isGood()) return { kind: "good" };
    const kept = await keepAside(
      target,
      join(settings.staging, KEPT_FOLDER, aside, file.path),
      settings.fsync,
    );
    await rename(to, target);
    if (settings.fsync) await syncFoldersBetween(settings.root, dirname(target));
    return { kind: "mended", from, kept: kept ? `${KEPT_FOLDER}/${aside}/${file.path}` : null };
  } catch (error) {
    if (error instanceof NoSource) return { kind: "nowhere", faults: error.faults };
    throw error;
  } finally {
    await removeTree(work);
  }
}

/** Gives what is at a path a second name, or makes a copy of it where that cannot be. False: there is nothing. */
async function keepAside(path: string, kept: string, fsync: boolean): Promise<boolean> {
  if (!(await isThere(path))) return false;
  await mkdir(dirname(kept), { recursive: true });
  try {
    await link(path, kept);
  } catch (error) {
    if (!NO_LINK.has(fileErrorCode(error))) throw error;
    await copyFile(path, kept);
  }
  if (fsync) await syncPaths([kept, dirname(kept)]);
  return true;
}

async function syncFoldersBetween(top: string, folder: string): Promise<void> {
  const folders = [top];
  for (let each = folder; relative(top, each) !== ""; each = dirname(each)) folders.push(each);
  await syncPaths(folders);
}
