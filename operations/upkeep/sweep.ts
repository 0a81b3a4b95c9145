import { MOST_KILLS } from "../../core/batch/stopped.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { resumeWronglyStopped } from "../../prisma/store/batch/submission.ts";
import { wakeForgottenBatches, wakeUntoldBatches } from "../../prisma/store/batch/wake.ts";
import { expireFolder, listExpiredFolders } from "../../prisma/store/job/folders.ts";
import { wakeForgottenLanes } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";
import { removeFolders } from "./remove-folders.ts";
import { sweepDeleted } from "./sweep-deleted.ts";

const MOST = 100;

/**
 * Picks up what was left over: batches and lanes nobody woke, batches stopped because of workers that have not died
 * after all, expired folders of failed jobs, and deleted jobs and batches.
 */
export async function sweep(ctx: Context, { working }: { readonly working: WorkingFiles }): Promise<void> {
  let woken = 0;
  // each by itself: one that waits or fails must keep no rows of the others locked, and undo nothing of theirs
  for (const wake of [wakeForgottenBatches, wakeUntoldBatches, wakeForgottenLanes])
    woken += await wake(ctx.db);
  woken += await resumeWronglyStopped(ctx.db, MOST_KILLS);
  if (woken > 0) ctx.changes.note({ due: true });
  // while working storage is away, nothing in it is checked
  if (await working.root.findFault()) return;
  for (const jobId of await listExpiredFolders(ctx.db, MOST)) {
    const { ids } = await removeFolders(ctx, working, "jobs", async (tx) =>
      (await expireFolder(tx, jobId)) ? [jobId] : [],
    );
    if (ids.length > 0) ctx.changes.note({ job: jobId });
  }
  await sweepDeleted(ctx, working);
  await working.sweepUploads(ctx.env.UPLOAD_IDLE_MS * 10);
}
