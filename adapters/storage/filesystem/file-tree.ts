import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openContent } from "../ocfl/file-digest.ts";
import { filePieces } from "../ocfl/read-inventory.ts";
import type { Tree, TreeEntry } from "../ocfl/tree.ts";
import { fileErrorCode, isMissing } from "../storage-error.ts";

/**
 * A folder of the file system as a tree. Links are reported as such and never followed. Errors: those of the file
 * system.
 */
export function fileTree(folder: string): Tree {
  return {
    async list(path) {
      try {
        return (await readdir(join(folder, path), { withFileTypes: true })).map(asEntry);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async read(path) {
      try {
        return await readFile(join(folder, path));
      } catch (error) {
        if (isMissing(error) || fileErrorCode(error) === "ELOOP") return undefined;
        throw error;
      }
    },
  };
}

/** Undefined: a folder or a special file, which has no bytes and may have no end. */
async function readFile(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const handle = await openContent(path);
  if ((await handle.stat()).isFile()) return filePieces(handle);
  await handle.close();
  return undefined;
}

function asEntry(entry: Dirent): TreeEntry {
  const kind = entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other";
  return { name: entry.name, kind };
}
