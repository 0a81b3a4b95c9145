import type { WorkingFiles } from "../../core/ports.ts";
import { listDroppedPayloads } from "../../prisma/store/batch/list-dropped-payloads.ts";
import { forgetDroppedFolders, listDroppedFolders } from "../../prisma/store/job/list-dropped-folders.ts";
import { dropPayload } from "../batch/drop-payload.ts";
import type { Context } from "../context.ts";

/** Jobs and batches at a time; their rows are written once for each group. */
const CHUNK = 500;

/**
 * Removes what deleted jobs and batches have left in working storage. The folder goes before its row says so: nothing
 * counts on it any more, and a process that dies in between leaves it to the next sweep. @returns how many were removed
 */
export async function sweepDeleted(ctx: Context, working: WorkingFiles): Promise<number> {
  let removed = 0;
  for (;;) {
    const jobIds = await listDroppedFolders(ctx.db, CHUNK);
    for (const jobId of jobIds) await working.removeJob(jobId);
    if (jobIds.length > 0) await forgetDroppedFolders(ctx.db, jobIds);
    removed += jobIds.length;
    if (jobIds.length < CHUNK) break;
  }
  for (const batchId of await listDroppedPayloads(ctx.db, CHUNK)) {
    await dropPayload(ctx, working, batchId);
    removed += 1;
  }
  if (removed > 0) ctx.log.info({ removed }, "folders of deleted jobs and batches were removed");
  return removed;
}
