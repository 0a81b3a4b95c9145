import type { Dirent } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import type { CheckFolders, FolderEntry } from "../../core/check/ports.ts";
import type { StorageRoot } from "../../core/ports.ts";

/**
 * Working storage below `root` as a check sees it. Only ids are followed, never names a depositor could have
 * influenced.
 */
export function openCheckFolders(root: string, marked: StorageRoot): CheckFolders {
  return {
    isThere: async () => (await marked.findFault()) === undefined,
    list: (kind) => listEntries(path.join(root, kind)),
    hasJobFolder: (jobId) => isThere(path.join(root, "jobs", jobId)),
    hasPayload: (payloadPath) => isThere(path.join(root, payloadPath)),
  };
}

async function* listEntries(folder: string): AsyncGenerator<FolderEntry> {
  for await (const { name } of entriesOf(folder)) {
    const found = await orNothing(() => stat(path.join(folder, name)));
    if (found) yield { id: name, changedAt: found.mtime };
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await orNothing(() => opendir(folder));
  if (opened) yield* opened;
}

async function isThere(place: string): Promise<boolean> {
  return (await orNothing(() => stat(place))) !== undefined;
}

/**
 * Only a missing entry counts as nothing; a disk that does not answer is an error, or everything would be reported
 * missing.
 */
async function orNothing<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}
