import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { loadBatch } from "../../prisma/store/batch/load.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import { hasNews } from "../../prisma/store/report.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";

/**
 * Asks for an update report of a failed batch: one mail naming only what changed since the last one. The batch ends Completed when every job is Completed or Deleted, else Failed.
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (not Failed, or re-runs are still going), `nothing_changed`,
 * `stale_state`
 */
export async function sendUpdateReport(
  ctx: Context,
  request: { readonly batchId: string; readonly reason?: string | undefined },
): Promise<BatchView> {
  const batch = await loadBatch(ctx.db, request.batchId);
  if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
  allow(ctx.actor, "report-update", batch.collectionId);
  if (batch.state !== "Failed")
    throw new WaybillError(
      "illegal_move",
      `The batch is ${batch.state}; an update report follows a Failed one.`,
    );
  if (batch.openJobs)
    throw new WaybillError(
      "illegal_move",
      "Jobs of this batch are still running. Ask again when they have ended.",
    );
  if (!(await hasNews(ctx.db, batch.id))) {
    const how = "Rerun or delete the failed jobs first.";
    throw new WaybillError("nothing_changed", `Nothing has changed since the last report. ${how}`);
  }
  await ctx.db.$transaction(async (tx) => {
    await moveBatch(tx, {
      batchId: batch.id,
      from: "Failed",
      to: "UpdateReporting",
      by: "person",
      actor: ctx.actor.name,
      ...(request.reason && { reason: request.reason }),
    });
    await writeAudit(tx, ctx.actor, {
      action: "batch.update-report",
      target: batch.id,
      reason: request.reason,
      before: { state: "Failed" },
      after: { state: "UpdateReporting" },
    });
  });
  ctx.changes.note({ batch: batch.id, due: true });
  return getBatch(ctx, batch.id);
}
