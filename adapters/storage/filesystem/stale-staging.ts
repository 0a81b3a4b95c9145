import { opendir, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isMissing } from "../storage-error.ts";
import { removeApart } from "./clear-bench.ts";

/** The folder in staging that keeps what was replaced because it was damaged; only people remove it. */
export const KEPT_FOLDER = "damaged";

/**
 * Names in the staging folder that were last changed before a time: what killed puts have left. A put in progress
 * counts as dead if it began before `before`, so that must be longer ago than any put takes: a day or more.
 */
export async function* listStale(staging: string, before: Date): AsyncGenerator<string> {
  for await (const name of namesIn(staging))
    if ((await newestChange(join(staging, name))) < before.getTime()) yield name;
}

/** Removes one of them if it is still as old. @returns whether it was */
export async function removeStale(staging: string, name: string, before: Date): Promise<boolean> {
  const path = join(staging, basename(name));
  if ((await newestChange(path)) >= before.getTime()) return false;
  await removeApart(path);
  return true;
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) if (name !== KEPT_FOLDER) yield name;
  } catch (error) {
    // nothing has been stored yet
    if (!isMissing(error)) throw error;
  }
}

/** Time of the last change of an entry or of anything directly in it; infinitely late when it has disappeared meanwhile. */
async function newestChange(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    if (!facts.isDirectory()) return facts.mtimeMs;
    const below = await Promise.all(
      (await readdir(path)).map(async (name) => (await stat(join(path, name))).mtimeMs),
    );
    return Math.max(facts.mtimeMs, ...below);
  } catch (error) {
    if (isMissing(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}
