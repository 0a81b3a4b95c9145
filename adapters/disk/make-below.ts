import { mkdir } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder below `root` with those above it, but never the root: one that is gone must not come into being as an
 * empty folder in its place. One call where the folder is there. Errors: ENOENT when the root is not there.
 */
export async function makeBelow(root: string, below: string): Promise<void> {
  try {
    await mkdir(path.join(root, below), { mode: 0o700 });
  } catch (error) {
    if (isCode(error, "EEXIST")) return;
    const above = path.dirname(below);
    if (!isCode(error, "ENOENT") || above === ".") throw error;
    await makeBelow(root, above);
    await makeBelow(root, below);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
