import type { WorkingFiles } from "../../core/ports.ts";
import { listDroppedPayloads } from "../../prisma/store/batch/payload.ts";
import { forgetDroppedFolders, listDroppedFolders } from "../../prisma/store/job/folders.ts";
import { dropPayload } from "../batch/drop-payload.ts";
import type { Context } from "../context.ts";
import { removeFolders } from "./remove-folders.ts";

/** Jobs and batches at a time; their rows are written once for each group. */
const CHUNK = 500;

/**
 * Removes what deleted jobs and batches left in working storage, and what jobs and batches that ended left there while it
 * was away or as their worker died. @returns how many were removed
 * @throws WaybillError `storage_away`
 */
export async function sweepDeleted(ctx: Context, working: WorkingFiles): Promise<number> {
  let removed = 0;
  for (;;) {
    const jobIds = await listDroppedFolders(ctx.db, CHUNK);
    if (jobIds.length === 0) break;
    const { ids } = await removeFolders(ctx, working, "jobs", (tx) => forgetDroppedFolders(tx, jobIds));
    removed += ids.length;
    if (jobIds.length < CHUNK) break;
  }
  for (const batchId of await listDroppedPayloads(ctx.db, CHUNK)) {
    await dropPayload(ctx, working, batchId);
    removed += 1;
  }
  if (removed > 0) ctx.log.info({ removed }, "folders of ended jobs and batches were removed");
  return removed;
}
