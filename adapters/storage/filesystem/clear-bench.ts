import { randomUUID } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree } from "../../disk/remove-tree.ts";
import { isMissing } from "../storage-error.ts";

const GONE = "gone-";

/**
 * Removes what earlier puts of an object left in its folder of the staging area. Each put's folder is renamed before its
 * first file is deleted, so a put that is still alive, paused or slow, finds its folder missing and can no longer move
 * anything into the storage: the newest put fences off all before it. `rescue` may move things out of each folder before
 * it is deleted. Errors: those of the file system.
 */
export async function clearBench(bench: string, rescue?: Rescue): Promise<void> {
  for (const name of await entriesOf(bench)) await removeApart(join(bench, name), rescue);
}

/** Called with a folder that nobody else can use any more, before it is deleted. */
export type Rescue = (folder: string) => Promise<void>;

/**
 * Removes a folder after renaming it, so that nobody who knows its name can use part of it meanwhile. A missing one is
 * fine.
 */
export async function removeApart(path: string, rescue?: Rescue): Promise<void> {
  const isApart = path.slice(dirname(path).length + 1).startsWith(GONE);
  const apart = isApart ? path : join(dirname(path), `${GONE}${randomUUID()}`);
  try {
    if (!isApart) await rename(path, apart);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await rescue?.(apart);
  await removeTree(apart, { maxRetries: 5, retryDelay: 10 });
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
