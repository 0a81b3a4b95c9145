import { mkdir } from "node:fs/promises";
import path from "node:path";

/**
 * Creates a folder below `root` with its parents, but never the root itself: a missing root must not reappear as an
 * empty folder. A single call if the folder exists. Errors: ENOENT when the root is not there.
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
