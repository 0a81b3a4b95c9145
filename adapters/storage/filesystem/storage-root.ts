import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { WaybillError } from "../../../core/errors.ts";
import { ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import { syncAbove } from "../../disk/sync-folders.ts";
import { isThere } from "../ocfl/held-object.ts";
import { CONFIG_FILE, checkLayout, checkNotForeign, ROOT_FILES } from "../ocfl/root-files.ts";
import { readText } from "../ocfl/tree.ts";
import { fileTree } from "./file-tree.ts";
import type { OcflSettings } from "./options.ts";
import { syncPaths } from "./sync-paths.ts";

/**
 * Creates the storage root if there is none, or checks that the existing one is one Waybill can write to. Several
 * processes may run it at once. Errors: `storage_failed` with what an operator has to change.
 * Source: OCFL 1.1 section 4, OCFL extension 0004.
 */
export async function openStorageRoot(settings: OcflSettings): Promise<void> {
  const { root, staging } = settings;
  if (isWithin(root, staging) || isWithin(staging, root)) {
    throw new WaybillError(
      "storage_failed",
      "The staging folder and the storage root must not lie one in the other.",
    );
  }
  await mkdir(root, { recursive: true });
  await mkdir(staging, { recursive: true });
  if ((await stat(root)).dev !== (await stat(staging)).dev) {
    throw new WaybillError(
      "storage_failed",
      "The staging folder and the storage root must be on the same file system.",
    );
  }
  const names = await readdir(root);
  if (names.includes(ROOT_DECLARATION.name)) await checkLayout((name) => readText(fileTree(root), name));
  else {
    checkNotForeign(names);
    await makeRoot(settings);
  }
  // an existing one too: its creator may have been killed before it was safe
  if (settings.fsync) {
    const config = dirname(join(root, CONFIG_FILE));
    await syncPaths([...((await isThere(config)) ? [config, dirname(config)] : []), root]);
    await syncAbove(root);
  }
}

/** Is `path` the folder itself or below it? Both absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

async function makeRoot({ root, staging, fsync }: OcflSettings): Promise<void> {
  for (const [name, text] of ROOT_FILES) {
    const unfinished = join(staging, `root-${randomUUID()}`);
    try {
      await writeFile(unfinished, text, { flush: fsync, flag: "wx" });
      await mkdir(dirname(join(root, name)), { recursive: true });
      await rename(unfinished, join(root, name));
    } catch (error) {
      // each try would leave another one, for as long as the disk is full
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}
