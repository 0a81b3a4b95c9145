import { listStale, removeStale } from "./stale-staging.ts";

/**
 * Removes what killed puts left in the staging folder, with the same `before` as `listStale`. The next put of the same
 * object needs no sweep.
 */
export async function sweepStaging(staging: string, before: Date): Promise<void> {
  for await (const name of listStale(staging, before)) await removeStale(staging, name, before);
}
