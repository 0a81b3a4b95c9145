import { randomUUID } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import path from "node:path";
import type { StorageRoot, WorkingFiles } from "../../core/ports.ts";
import { listOlderThan } from "../disk/file-ages.ts";
import { makeBelow } from "../disk/make-below.ts";
import { removeTree } from "../disk/remove-tree.ts";
import type { DiskThreads } from "../threads/threads.ts";

/** The folder for given-up folders, each under its own name. */
const TRASH = "trash";

type Removals = Pick<WorkingFiles, "setAside" | "putBack" | "clear" | "sweepAside">;

/**
 * How folders of working storage are removed: renamed out of place, then deleted file by file. `folder`: working
 * storage.
 */
export function removals(folder: string, root: StorageRoot, threads?: DiskThreads): Removals {
  const trash = path.join(folder, TRASH);
  return {
    setAside: async (kind, id) => {
      const aside = path.join(trash, `${randomUUID()}-${id}`);
      const from = path.join(folder, kind, id);
      const isMoved = await moved(from, aside).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await root.require();
        await makeBelow(folder, TRASH);
        return moved(from, aside);
      });
      // a folder that is not in the mount point is still in the storage
      await root.require();
      return isMoved ? aside : undefined;
    },
    putBack: (aside, kind, id) => rename(aside, path.join(folder, kind, id)),
    clear: async (aside, isSmall = false) => {
      await (threads && isSmall ? threads.run({ kind: "remove", path: aside }) : removeTree(aside));
    },
    sweepAside: async (graceMs) => {
      await root.require();
      for (const name of await listOlderThan(trash, graceMs, setAsideAt))
        await removeTree(path.join(trash, name));
    },
  };
}

/** False: there is nothing to move. Errors: ENOENT when there is no trash folder yet, or nothing at all. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (!isMissing(error) || (await isThere(from)) || !(await isThere(path.dirname(to)))) throw error;
    return false;
  }
}

/** A rename changes only a folder's ctime. */
function setAsideAt({ mtimeMs, ctimeMs }: { readonly mtimeMs: number; readonly ctimeMs: number }): number {
  return Math.max(mtimeMs, ctimeMs);
}

async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
