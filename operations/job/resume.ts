import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { chooseResume } from "../../core/job/resume.ts";
import type { ResumeState } from "../../core/job/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findResumable } from "../../prisma/store/job/bulk.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getJob } from "./get.ts";

export type ResumeInput = {
  readonly jobId: string;
  readonly at?: ResumeState | undefined;
  readonly reason?: string | undefined;
};

/**
 * Runs a failed job again, by default after its last stage that succeeded; the batch stays Failed until its re-runs
 * have ended. Finished work is kept: verified files, the list of files, the ARK, a stored version. Counts as a
 * deliberate retry.
 * @throws WaybillError `not_found`, `not_allowed`, `not_failed`, `not_resumable`, `resume_too_late`, `stale_state`
 */
export async function resumeJob(ctx: Context, { jobId, at, reason }: ResumeInput): Promise<JobView> {
  const job = await findResumable(ctx.db, jobId);
  if (!job) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  allow(ctx.actor, "resume-job", job.collectionId);
  const to = chooseResume(job, at);
  await ctx.db.$transaction(async (tx) => {
    await moveJob(tx, {
      jobId,
      from: "Failed",
      to,
      by: "person",
      actor: ctx.actor.name,
      requeue: true,
      ...(reason && { reason }),
    });
    await writeAudit(tx, ctx.actor, {
      action: "job.resume",
      target: jobId,
      reason,
      before: { state: "Failed" },
      after: { state: to },
    });
  });
  ctx.changes.note({ job: jobId, batch: job.batchId, due: ["job"] });
  return getJob(ctx, jobId);
}
