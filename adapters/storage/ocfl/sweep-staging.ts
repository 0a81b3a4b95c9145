import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeApart } from "./clear-bench.ts";
import { isMissing } from "./storage-error.ts";

/**
 * Removes what killed puts left in the staging folder. A put under way is taken for dead when it began before `before`,
 * so that must be longer ago than any put takes: a day or more. The next put of the same object needs no sweep.
 */
export async function sweepStaging(staging: string, before: Date): Promise<void> {
  for (const name of await readdir(staging).catch(noneWhenMissing)) {
    const path = join(staging, name);
    if ((await newestChange(path)) < before.getTime()) await removeApart(path);
  }
}

/** Time of the last change of an entry or of one directly in it; never for one that is gone meanwhile. */
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

/** Nothing has been stored yet. */
function noneWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
