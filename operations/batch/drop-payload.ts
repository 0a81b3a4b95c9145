import { WaybillError } from "../../core/errors.ts";
import type { WorkingFiles } from "../../core/ports.ts";
import { forgetPayload } from "../../prisma/store/batch/payload.ts";
import type { Context } from "../context.ts";
import { removeFolders } from "../upkeep/remove-folders.ts";

/**
 * Removes a batch's payload once no job can need it: not while a job is open or failed, since a resume reads it again.
 * This frees its space. While working storage is away the payload stays, and a later sweep removes it.
 */
export async function dropPayload(
  ctx: Pick<Context, "db">,
  working: WorkingFiles,
  batchId: string,
): Promise<void> {
  try {
    await removeFolders(ctx, working, "batches", async (tx) =>
      (await forgetPayload(tx, batchId)) ? [batchId] : [],
    );
  } catch (error) {
    if (!(error instanceof WaybillError && error.code === "storage_away")) throw error;
  }
}
