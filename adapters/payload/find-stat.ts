import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** The stat of a path; undefined when nothing is there. Other errors of node:fs are thrown. */
export async function findStat(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
