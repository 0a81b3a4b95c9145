import { constants, type Stats } from "node:fs";
import { copyFile, link, lstat, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { NO_LINK } from "../filesystem/store-file.ts";
import { syncPaths } from "../filesystem/sync-paths.ts";
import { fileErrorCode, isMissing } from "../storage-error.ts";

/** What is in a file's place, and the path below `folder` under which it will be kept. */
type Aside = { readonly from: string; readonly folder: string; readonly path: string };

/**
 * Where what is in a file's place is to be kept: under its own path, or with a number behind it where an earlier try has
 * left something else. Undefined: there is nothing. Errors: those of the file system.
 */
export async function findPlaceAside({ from, folder, path }: Aside): Promise<Aside | undefined> {
  const there = await findStats(from);
  if (!there) return undefined;
  for (let tried = 1; ; tried += 1) {
    const name = tried === 1 ? path : `${path}-${tried}`;
    const kept = await findStats(join(folder, name));
    if (!kept || isSame(kept, there)) return { from, folder, path: name };
  }
}

/**
 * Gives what is in a file's place a second name; a copy of a file that cannot be linked; and what is no file, or cannot be
 * read, is moved. An earlier try may have done so. What is kept is never opened. Errors: those of the file system.
 */
export async function keepAside({ from, folder, path }: Aside, fsync: boolean): Promise<void> {
  const kept = join(folder, path);
  await mkdir(dirname(kept), { recursive: true });
  const [there, before] = [await lstat(from), await findStats(kept)];
  if (!(before && isSame(before, there))) {
    if (there.isFile()) await linkOrCopy(from, kept, fsync);
    else await rename(from, kept);
  }
  if (fsync) await syncFoldersBetween(dirname(folder), dirname(kept));
}

/** Makes the names in a folder, and in those between it and `top`, safe against power loss. */
export async function syncFoldersBetween(top: string, folder: string): Promise<void> {
  const folders = [top];
  for (let each = folder; relative(top, each) !== ""; each = dirname(each)) folders.push(each);
  await syncPaths(folders);
}

async function linkOrCopy(from: string, kept: string, fsync: boolean): Promise<void> {
  try {
    return await link(from, kept);
  } catch (error) {
    if (!NO_LINK.has(fileErrorCode(error))) throw error;
  }
  try {
    await copyFile(from, kept, constants.COPYFILE_EXCL);
  } catch {
    // it cannot be read: what is there of the copy is worth nothing
    await rm(kept, { force: true });
    return rename(from, kept);
  }
  if (fsync) await syncPaths([kept]);
}

function isSame(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

async function findStats(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
