import type { WorkingFiles } from "../../core/ports.ts";
import { gatherCalls } from "../../lib/gather-calls.ts";
import { wakeAfterEnd } from "../../prisma/store/batch/wake.ts";
import { forgetDroppedFolders } from "../../prisma/store/job/folders.ts";
import type { Context } from "../context.ts";

/** What follows the end of a job; jobs that end at the same time share it. */
export type AfterEnd = {
  /** Its batch may have ended too, and jobs that waited for it may go on. */
  tell(batchId: string): Promise<void>;
  /** Removes the folder it left. What cannot be removed now is left to the sweep. */
  clear(jobId: string): Promise<void>;
};

/** Opens it for a worker. */
export function openAfterEnd(ctx: Context, working: WorkingFiles): AfterEnd {
  return {
    tell: gatherCalls(async (batchIds: readonly string[]) => {
      const batches = [...new Set(batchIds)];
      if (await wakeAfterEnd(ctx.db, batches))
        for (const batch of batches) ctx.changes.note({ batch, due: ["batch"] });
      return batchIds.map(() => undefined);
    }),
    clear: gatherCalls(async (jobIds: readonly string[]) => {
      try {
        await clearEnded(ctx, working, jobIds);
      } catch (error) {
        ctx.log.info({ err: error, jobs: jobIds.length }, "folders of ended jobs are left to the sweep");
      }
      return jobIds.map(() => undefined);
    }),
  };
}

/**
 * Removes the folders of jobs that have ended for good. Nobody makes another in their place, so no transaction has to keep
 * others away as in removeFolders; what is not recorded as gone is removed again by the sweep.
 */
async function clearEnded(ctx: Context, working: WorkingFiles, jobIds: readonly string[]): Promise<void> {
  await working.root.require();
  const asides = await Promise.all(jobIds.map((jobId) => working.setAside("jobs", jobId)));
  // one that was not there may be in the hands of a sweep, which puts it back if it fails
  await forgetDroppedFolders(
    ctx.db,
    jobIds.filter((_, place) => asides[place] !== undefined),
  );
  for (const aside of asides)
    if (aside !== undefined) await working.clear(aside, true).catch(() => undefined);
}
