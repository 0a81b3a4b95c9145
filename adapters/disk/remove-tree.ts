import { lstat, opendir, rm, unlink } from "node:fs/promises";
import { join } from "node:path";

/** Files removed at a time; file system calls run on libuv's few threads anyway. */
const AT_ONCE = 32;

/** How often and after how many ms a folder that something was put into meanwhile is tried again. */
export type RemoveTries = { readonly maxRetries?: number; readonly retryDelay?: number };

/**
 * Removes a folder and all in it, or a file; nothing there is fine. Links are removed, never followed. `rm` by itself
 * begins with all files of a folder tree at once: some 70 MB for 50,000 of them. Here the folders are left to it. Errors:
 * those of the file system.
 */
export async function removeTree(path: string, tries: RemoveTries = {}): Promise<void> {
  // what this does not get done, rm does or says why not
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
