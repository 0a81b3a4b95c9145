import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { jobState } from "../../core/merritt/job-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { findCollectionOfBatch } from "../../prisma/store/batch/load.ts";
import { listJobOutcomes } from "../../prisma/store/job/list.ts";
import type { Context } from "../context.ts";

/**
 * The state of one job of a batch.
 * @throws WaybillError `not_found` (also when the actor may not read it, or it is another batch's)
 */
export async function getJobState(
  { db, actor }: Context,
  { batchId, jobId }: { readonly batchId: string; readonly jobId: string },
): Promise<MerrittState> {
  const collectionId = await findCollectionOfBatch(db, batchId);
  const mayRead = collectionId !== undefined && can(actor, "read", collectionId);
  const [job] = mayRead ? await listJobOutcomes(db, { batchId, jobId, limit: 1 }) : [];
  if (!job) throw new WaybillError("not_found", "There is no such job in this batch, or you cannot see it.");
  return jobState(job);
}
