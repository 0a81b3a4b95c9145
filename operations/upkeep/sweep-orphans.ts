import type { WorkingFiles } from "../../core/ports.ts";
import { listKeptFolders } from "../../prisma/store/upkeep/list-kept-folders.ts";
import type { Context } from "../context.ts";

/** A folder younger than this may belong to a transaction that has not committed yet. */
const GRACE_MS = 3_600_000;
const CHUNK = 500;

/**
 * Removes folders of working storage that no batch or job counts on any more: a process died between a row and its
 * folder. @returns how many were removed
 */
export async function sweepOrphans(ctx: Context, working: WorkingFiles): Promise<number> {
  let removed = 0;
  for (const kind of ["batches", "jobs"] as const) {
    const ids = await working.listFolders(kind, GRACE_MS);
    for (let start = 0; start < ids.length; start += CHUNK) {
      const chunk = ids.slice(start, start + CHUNK);
      const kept = await listKeptFolders(ctx.db, kind, chunk);
      for (const id of chunk.filter((each) => !kept.has(each))) {
        await (kind === "batches" ? working.removeBatch(id) : working.removeJob(id));
        removed += 1;
      }
    }
  }
  if (removed > 0) ctx.log.info({ removed }, "folders nobody needs were removed");
  return removed;
}
