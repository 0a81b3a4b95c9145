import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MOST_TRIES = 1_000;

/** What stands at a storage's place while it is moved away: nothing, or the empty folder a disk is mounted on. */
export const STAND_INS = ["nothing", "an empty folder"] as const;
export type StandIn = (typeof STAND_INS)[number];

/** Takes a storage's root away while `act` runs, as an unmount does, and puts it back. @returns what was written into the place meanwhile, by path */
export async function whileAway(
  root: string,
  standIn: StandIn,
  act: () => Promise<void>,
): Promise<readonly string[]> {
  const elsewhere = `${root}.away`;
  let written: readonly string[] = [];
  await rename(root, elsewhere);
  try {
    if (standIn === "an empty folder") await mkdir(root, { mode: 0o700 });
    await act();
  } finally {
    const aside = await putBack(root, elsewhere);
    written = (await Promise.all(aside.map(listAndRemove))).flat();
  }
  return written;
}

/** The same with a disk that is mounted over the root and lifted again, which files that are open outlive. Root only. */
export async function whileCovered(root: string, act: () => Promise<void>): Promise<readonly string[]> {
  await run("mount", ["-t", "tmpfs", "-o", "size=8m,mode=700", "tmpfs", root]);
  try {
    await act();
    return await namesBelow(root);
  } finally {
    await run("umount", ["-l", root]);
  }
}

/** Whatever a process writes into the place until the last moment goes aside with it. @returns the folders that were put aside */
async function putBack(root: string, elsewhere: string): Promise<readonly string[]> {
  const aside: string[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const folder = `${root}.written-${randomUUID()}`;
    if (await isMoved(root, folder)) aside.push(folder);
    // somebody may just have made the place anew and written into it
    if (await isMoved(elsewhere, root)) return aside;
  }
  throw new Error(`${root} could not be put back`);
}

async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

async function listAndRemove(folder: string): Promise<readonly string[]> {
  const names = await namesBelow(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return names;
}

async function namesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
