import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceFault } from "./fault.ts";
import { FINDINGS, judgeFile } from "./verdicts.ts";

/** A regular file opened for reading. The caller closes `handle`. */
export type OpenedFile = { readonly handle: FileHandle; readonly path: string; readonly sizeBytes: number };

// Neither waits for a FIFO's writer nor follows a link that has replaced the file since it was checked.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens the file of a `file:` address below one of `roots`, links resolved. Regular files only. Outside the roots
 * nothing is touched, so an answer does not reveal what exists there. Errors: `SourceFault`.
 */
export async function openBelowRoots(url: string, roots: readonly string[]): Promise<OpenedFile> {
  if (roots.length === 0) throw refused("files of this machine are not taken here");
  const written = readPath(url);
  if (!roots.some((root) => isBelow(written, root))) throw outside();
  try {
    const path = await realpath(written);
    const realRoots = await Promise.all(roots.map(realRoot));
    if (!realRoots.some((root) => root !== undefined && isBelow(path, root))) throw outside();
    if (!(await lstat(path)).isFile()) throw refused("it is not a regular file");
    return await openChecked(path);
  } catch (error) {
    const code =
      error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
    const verdict = judgeFile(code);
    throw verdict ? new SourceFault(verdict, verdict.why, { cause: error }) : error;
  }
}

async function openChecked(path: string): Promise<OpenedFile> {
  const handle = await open(path, OPEN_FLAGS);
  try {
    const [opened, there, real] = await Promise.all([handle.stat(), lstat(path), realpath(path)]);
    const isSame = opened.ino === there.ino && opened.dev === there.dev && real === path;
    if (!opened.isFile() || !isSame) throw refused("it was replaced while it was opened");
    return { handle, path, sizeBytes: opened.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function readPath(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "file:") throw refused("it is not a file address");
  if (url.host !== "") throw refused("a file address may not name a host");
  try {
    const path = fileURLToPath(url);
    if (!path.includes("\0")) return path;
  } catch (error) {
    throw new SourceFault(FINDINGS.unreadable, "its path cannot be read", { cause: error });
  }
  throw new SourceFault(FINDINGS.unreadable, "its path cannot be read");
}

/** A missing root has no files; that must not stop the others. */
async function realRoot(root: string): Promise<string | undefined> {
  try {
    return await realpath(root);
  } catch {
    return undefined;
  }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function outside(): SourceFault {
  return refused("it does not lie below a folder files may be taken from");
}

function refused(why: string): SourceFault {
  return new SourceFault(FINDINGS.refusedAddress, why);
}
