import { fstatSync, fsyncSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { requireRoom, syncPath, writeWhole } from "../disk/sync-calls.ts";
import { fileErrorCode, isMissing } from "../storage/storage-error.ts";
import type { FinishTask, MakeTask, RemoveTask, SyncTask } from "./tasks.ts";

export function makeFolder({ root, below }: MakeTask): boolean {
  try {
    mkdirSync(path.join(root, below), { mode: 0o700 });
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return true;
    const above = path.dirname(below);
    if (fileErrorCode(error) !== "ENOENT" || above === ".") throw error;
    makeFolder({ kind: "make", root, below: above });
    makeFolder({ kind: "make", root, below });
  }
  return true;
}

export function syncAll({ paths }: SyncTask): boolean {
  for (const each of paths) syncPath(each);
  return true;
}

export function removeFolder({ path: folder }: RemoveTask): boolean {
  rmSync(folder, { recursive: true, force: true });
  return true;
}

export function finishFile({ file, part, to, bytes, reserveBytes }: FinishTask): boolean {
  requireRoom(part, bytes.length, reserveBytes);
  writeWhole(file, bytes);
  fsyncSync(file);
  if (!isSame(file, part)) return false;
  renameSync(part, to);
  return true;
}

/** While a process was paused, another one may have started the file anew; that one's bytes must not get our name. */
function isSame(file: number, part: string): boolean {
  try {
    const [ours, there] = [fstatSync(file), statSync(part)];
    return ours.ino === there.ino && ours.dev === there.dev;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
