import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findCollectionOfJob } from "../../prisma/store/job/load.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { deleteChosen } from "./delete-many.ts";
import { getJob } from "./get.ts";

/**
 * Deletes one Failed or Held job, as `deleteJobs` does.
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move`, `stale_state` (its batch is being reported)
 */
export async function deleteJob(
  ctx: Context,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<JobView> {
  const collectionId = await findCollectionOfJob(ctx.db, jobId);
  if (collectionId === undefined)
    throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  allow(ctx.actor, "delete", collectionId);
  const { refused } = await deleteChosen(ctx, "job.delete", { jobs: [jobId], reason });
  const [refusal] = refused;
  if (refusal) throw new WaybillError(refusal.code, refusal.message);
  return getJob(ctx, jobId);
}
