import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { clampPriority } from "../../core/job/priority.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findStanding } from "../../prisma/store/batch/load.ts";
import { type Reprioritised, setPriority } from "../../prisma/store/job/order.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";

/** 100,000 jobs take some seconds. */
const CHANGE_MS = 120_000;

/**
 * Sets the priority of all jobs of a batch that have not ended, clamped to 0..99, in one statement.
 * @throws WaybillError `not_found`, `not_allowed`, `nothing_changed` (no job waits, or all have it)
 */
export async function setBatchPriority(
  ctx: Context,
  {
    batchId,
    reason,
    ...wish
  }: { readonly batchId: string; readonly priority: number; readonly reason: string },
): Promise<BatchView> {
  const batch = await findStanding(ctx.db, batchId);
  if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  allow(ctx.actor, "set-priority", batch.collectionId);
  const priority = clampPriority(wish.priority);
  const changed = await ctx.db.$transaction(
    async (tx) => {
      const jobs = await setPriority(tx, { of: { batchId }, priority, actor: ctx.actor.name, reason });
      if (jobs.length === 0)
        throw new WaybillError(
          "nothing_changed",
          `No waiting job of this batch has a priority other than ${priority}.`,
        );
      await writeAudit(tx, ctx.actor, {
        action: "batch.priority",
        target: batchId,
        reason,
        before: { jobsByPriority: countByPriority(jobs) },
        after: { priority, jobs: jobs.length },
      });
      return jobs;
    },
    { timeout: CHANGE_MS },
  );
  ctx.changes.note({ batch: batchId });
  for (const { id } of changed) ctx.changes.note({ job: id });
  return getBatch(ctx, batchId);
}

function countByPriority(jobs: readonly Reprioritised[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { before } of jobs) counts[before] = (counts[before] ?? 0) + 1;
  return counts;
}
