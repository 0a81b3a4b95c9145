import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FileTree } from "../../core/container/ports.ts";

/** The files of a folder, for rules that judge a tree of files. */
export function folderTree(folder: string): FileTree {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const full = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, full).split(path.sep).join("/"), { sizeBytes: statSync(full).size }];
      }),
  );
  return {
    files,
    read: (name) => createReadStream(path.join(folder, name)),
    digest: async (name, algorithm) =>
      createHash(algorithm.replace("-", ""))
        .update(readFileSync(path.join(folder, name)))
        .digest("hex"),
  };
}
