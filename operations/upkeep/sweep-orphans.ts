import { WaybillError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { listKeptFolders, lockUnneededFolders } from "../../prisma/store/upkeep.ts";
import type { Context } from "../context.ts";
import { removeFolders } from "./remove-folders.ts";

/** A folder younger than this may belong to a transaction that has not committed yet. */
const GRACE_MS = 3_600_000;
const CHUNK = 500;

/**
 * Removes folders in working storage that no batch or job refers to: a process died between writing a row and its
 * folder, or before it removed what it had set aside. Does nothing while working storage is away. @returns how many
 * were removed
 */
export async function sweepOrphans(ctx: Context, working: WorkingFiles): Promise<number> {
  let removed = 0;
  try {
    for (const kind of ["batches", "jobs"] as const) {
      const ids = await working.listFolders(kind, GRACE_MS);
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK);
        const kept = await listKeptFolders(ctx.db, kind, chunk);
        const unneeded = chunk.filter((each) => !kept.has(each));
        if (unneeded.length === 0) continue;
        const giveUp = (tx: Parameters<typeof lockUnneededFolders>[0]) =>
          lockUnneededFolders(tx, kind, unneeded);
        removed += (await removeFolders(ctx, working, kind, giveUp)).folders;
      }
    }
    await working.sweepAside(GRACE_MS);
  } catch (error) {
    // the root watch reports it, and the next sweep tries again
    if (!(error instanceof WaybillError && error.code === "storage_away")) throw error;
  }
  if (removed > 0) ctx.log.info({ removed }, "orphaned folders were removed");
  return removed;
}
