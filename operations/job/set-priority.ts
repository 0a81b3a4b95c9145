import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { clampPriority } from "../../core/job/priority.ts";
import { hasEnded } from "../../core/job/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findJobsForAct } from "../../prisma/store/job/bulk.ts";
import { setPriority } from "../../prisma/store/job/order.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getJob } from "./get.ts";

/**
 * Changes the priority of a job that has not ended, clamped to 0..99, and moves its turn accordingly.
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (it has ended), `nothing_changed`
 */
export async function setJobPriority(
  ctx: Context,
  { jobId, reason, ...wish }: { readonly jobId: string; readonly priority: number; readonly reason: string },
): Promise<JobView> {
  const priority = clampPriority(wish.priority);
  const batchId = await ctx.db.$transaction(async (tx) => {
    const [job] = await findJobsForAct(tx, { ids: [jobId] }, { most: 1, lock: true });
    if (!job) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
    allow(ctx.actor, "set-priority", job.collectionId);
    if (hasEnded(job.state))
      throw new WaybillError(
        "illegal_move",
        `The job is ${job.state}; its priority no longer has an effect.`,
      );
    const [changed] = await setPriority(tx, { of: { jobId }, priority, actor: ctx.actor.name, reason });
    if (!changed) throw new WaybillError("nothing_changed", `The job already has priority ${priority}.`);
    await writeAudit(tx, ctx.actor, {
      action: "job.priority",
      target: jobId,
      reason,
      before: { priority: changed.before },
      after: { priority },
    });
    return job.batchId;
  });
  ctx.changes.note({ job: jobId, batch: batchId });
  return getJob(ctx, jobId);
}
