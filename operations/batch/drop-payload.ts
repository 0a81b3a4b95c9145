import type { WorkingFiles } from "../../core/ports.ts";
import { forgetPayload } from "../../prisma/store/batch/forget-payload.ts";
import type { Context } from "../context.ts";

/**
 * Removes a batch's payload once no job can need it any more: not while a job is open or failed (a resume reads it
 * again). The space it took is free from then on.
 */
export async function dropPayload(ctx: Context, working: WorkingFiles, batchId: string): Promise<void> {
  if (await forgetPayload(ctx.db, batchId)) await working.removeBatch(batchId);
}
