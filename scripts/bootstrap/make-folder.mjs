import { chown, mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those above it. Root working in another user's folder makes them for that user, so that both
 * can start Waybill. Not Node's own `recursive`: it never returns where a folder cannot be made, as below /proc.
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function makeFolder(folder) {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  await makeFolder(above);
  try {
    await mkdir(folder);
  } catch (thrown) {
    // another start may have made it just now
    if (codeOf(thrown) !== "EEXIST" || !(await isFolder(folder))) throw thrown;
  }
  const { uid, gid, mode } = await stat(above);
  const isShared = (mode & 0o1000) !== 0;
  if (process.getuid?.() === 0 && uid !== 0 && !isShared) await chown(folder, uid, gid);
}

/** @param {string} folder */
async function isFolder(folder) {
  try {
    const found = await stat(folder);
    if (!found.isDirectory()) throw Object.assign(new Error(`${folder} is a file`), { code: "ENOTDIR" });
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return false;
    throw thrown;
  }
}

/** @type {Readonly<Record<string, string>>} */
const REASONS = {
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  EROFS: "its file system is read-only",
  ENOENT: "it cannot be made there",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "the disk is full",
};

/**
 * Why a folder or file cannot be used, to follow a colon; undefined for what no person can mend.
 * @param {unknown} thrown
 * @returns {string | undefined}
 */
export function folderReason(thrown) {
  return REASONS[codeOf(thrown) ?? ""];
}

/**
 * @param {unknown} thrown
 * @returns {string | undefined}
 */
function codeOf(thrown) {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
