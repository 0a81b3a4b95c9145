import { lstat, opendir, rm, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Files removed at a time; file system calls run on libuv's few threads anyway. */
const AT_ONCE = 32;

/** How often, and after how many ms, to retry a folder into which something was put meanwhile. */
export type RemoveTries = { readonly maxRetries?: number; readonly retryDelay?: number };

/**
 * Removes a folder and everything in it, or a file; a missing path is fine. Links are removed, never followed. `rm`
 * alone would start on all files of a tree at once, some 70 MB for 50,000 files; here it only removes the folders.
 * Errors: those of the file system.
 */
export async function removeTree(path: string, tries: RemoveTries = {}): Promise<void> {
  // rm removes the rest, or reports why it cannot
  await removeFiles(path).catch(() => undefined);
  await rm(path, { recursive: true, force: true, ...tries });
}

async function removeFiles(folder: string): Promise<void> {
  if (!(await lstat(folder)).isDirectory()) return;
  let waiting: string[] = [];
  const flush = async () => {
    await Promise.allSettled(waiting.map((file) => unlink(file)));
    waiting = [];
  };
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeFiles(path);
    else waiting.push(path);
    if (waiting.length >= AT_ONCE) await flush();
  }
  await flush();
}
