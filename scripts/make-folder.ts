import { chown, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./problem.ts";

/**
 * Makes a folder and those above it. Root working in another user's folder makes them for that user, so that both
 * can start Waybill. Not Node's own `recursive`: it never returns where a folder cannot be made, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  await makeFolder(above);
  await mkdir(folder);
  const { uid, gid, mode } = await stat(above);
  const isShared = (mode & 0o1000) !== 0;
  if (process.getuid?.() === 0 && uid !== 0 && !isShared) await chown(folder, uid, gid);
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    const found = await stat(folder);
    if (!found.isDirectory()) throw Object.assign(new Error(`${folder} is a file`), { code: "ENOTDIR" });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return false;
    throw thrown;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  EROFS: "its file system is read-only",
  ENOENT: "it cannot be made there",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "the disk is full",
};

/** Why a folder or file cannot be used, to follow a colon; undefined for what no person can mend. */
export function folderReason(thrown: unknown): string | undefined {
  return REASONS[codeOf(thrown) ?? ""];
}
