import { open } from "node:fs/promises";
import { forEachBounded } from "../../../lib/for-each-bounded.ts";
import { FILES_AT_ONCE } from "../files-at-once.ts";

/**
 * Makes files and folders (their entries, not their contents) safe against power loss. Several at once, so that the
 * file system can commit them together.
 */
export async function syncPaths(paths: Iterable<string>): Promise<void> {
  await forEachBounded(paths, FILES_AT_ONCE, async (path) => {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}
