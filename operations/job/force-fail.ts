import type { JobView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { isWorkState } from "../../core/job/states.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { wakeIfJobsEnded } from "../../prisma/store/batch/wake.ts";
import { findJobsForAct } from "../../prisma/store/job/bulk.ts";
import { moveJob } from "../../prisma/store/job/move.ts";
import { releaseObject } from "../../prisma/store/object/identity.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getJob } from "./get.ts";

/**
 * Makes a stuck job fail with the code `forced`. Its fence is raised, so that a worker still running it can change
 * nothing and stops at its next step. Its folder is kept like any failed job's, and its object is released unless a
 * version was stored. It can be resumed as usual. Source: docs/reference/states.md, "Force fail".
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (held, or has ended)
 */
export async function forceFail(
  ctx: Context,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<JobView> {
  const { db, actor, env } = ctx;
  const batchId = await db.$transaction(async (tx) => {
    const [job] = await findJobsForAct(tx, { ids: [jobId] }, { most: 1, lock: true });
    if (!job) throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
    allow(actor, "force-fail", job.collectionId);
    const { state: from } = job;
    if (!isWorkState(from)) {
      const why = from === "Held" ? "Release its hold or delete it." : "It has ended.";
      throw new WaybillError("illegal_move", `The job is ${from}; nothing works on it. ${why}`);
    }
    await moveJob(tx, {
      jobId,
      from,
      to: "Failed",
      by: "person",
      actor: actor.name,
      reason,
      fault: { code: "forced", message: `Stopped by ${actor.name}: ${reason}` },
      foldersForMs: env.FAILED_FOLDER_MS,
    });
    await releaseObject(tx, jobId);
    await writeAudit(tx, actor, {
      action: "job.force-fail",
      target: jobId,
      reason,
      before: { state: from },
      after: { state: "Failed", code: "forced" },
    });
    return job.batchId;
  });
  const due = await wakeIfJobsEnded(db, batchId);
  ctx.changes.note({ job: jobId, batch: batchId, due });
  return getJob(ctx, jobId);
}
