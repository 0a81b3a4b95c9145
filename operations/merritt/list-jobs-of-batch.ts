import { can } from "../../core/access/roles.ts";
import { WaybillError } from "../../core/errors.ts";
import { batchFileState } from "../../core/merritt/batch-file-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { findCollectionOfBatch } from "../../prisma/store/batch/load.ts";
import { listJobOutcomes } from "../../prisma/store/job/list.ts";
import type { Context } from "../context.ts";

const MOST_JOBS = 10_000;

/**
 * A batch's jobs by place, at most 10,000.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function listJobsOfBatch({ db, actor }: Context, batchId: string): Promise<MerrittState> {
  const collectionId = await findCollectionOfBatch(db, batchId);
  if (collectionId === undefined || !can(actor, "read", collectionId))
    throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  const jobs = await listJobOutcomes(db, { batchId, after: 0, limit: MOST_JOBS });
  return batchFileState(jobs.map(({ id, createdAt }) => ({ id, at: createdAt })));
}
