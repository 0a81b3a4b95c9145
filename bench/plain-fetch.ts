import { spawnSync } from "node:child_process";
import type { BenchSource } from "./source.ts";

/** The reference of what is done with the small files of a source. */
export const PLAIN_FETCH =
  "a plain Node.js process: fetch, hash, write, sync, rename, 24 at a time, nothing written down";

/** Files per second of it. `folder`: of the source, so that its files are others than those of the product. */
export function plainFilesPerSecond(
  source: BenchSource,
  { files, folder }: { readonly files: number; readonly folder: string },
): number {
  const words = ["bench/plain-fetch.mjs", source.url(""), String(files), folder];
  const done = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`the reference failed: ${done.stderr}`);
  const { perSecond } = JSON.parse(done.stdout) as { readonly perSecond: number };
  return perSecond;
}
