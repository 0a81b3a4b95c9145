import { open, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Makes the entries of folders safe against power loss: their names, not the files' contents. All at once, so that the
 * file system can commit them together. Errors: those of the file system.
 */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(folders)].map(syncPath));
}

/** Makes one file, or the entries of one folder, safe against power loss. Errors: those of the file system. */
export async function syncPath(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const safe = new Map<string, Promise<void>>();

/**
 * Makes a folder's own name safe, and those of its parents on the same file system, once per process: their creator may
 * have been killed before doing so. Stops at folders this user may not read.
 */
export function syncAbove(folder: string): Promise<void> {
  const known = safe.get(folder);
  if (known) return known;
  const syncing = syncEachAbove(folder);
  safe.set(folder, syncing);
  syncing.catch(() => safe.delete(folder));
  return syncing;
}

async function syncEachAbove(folder: string): Promise<void> {
  const { dev } = await stat(folder);
  for (let above = path.dirname(folder); ; above = path.dirname(above)) {
    try {
      if ((await stat(above)).dev !== dev) return;
      await syncPath(above);
    } catch (error) {
      if (isClosedToUs(error)) return;
      throw error;
    }
    if (above === path.dirname(above)) return;
  }
}

function isClosedToUs(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}
