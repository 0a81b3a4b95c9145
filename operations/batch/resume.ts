import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockStandstill } from "../../prisma/store/batch/move.ts";
import { resumeStopped } from "../../prisma/store/batch/submission.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";

/**
 * Resumes a batch that stands still because workers died over it. The jobs it has stay; the others are made, or its
 * report is written, and its kills are counted from zero. Does nothing for a batch that is Processing and does not
 * stand still. Source: docs/reference/states.md, "A batch that stands still".
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (another state)
 */
export async function resumeBatch(
  ctx: Context,
  { batchId, reason }: { readonly batchId: string; readonly reason: string },
): Promise<BatchView> {
  const { actor } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const batch = await lockStandstill(tx, batchId);
    if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
    allow(actor, "force-fail", batch.collectionId);
    if (batch.state !== "Processing" && !batch.isStopped)
      throw new WaybillError("illegal_move", `The batch is ${batch.state}; it does not stand still.`);
    if (!(await resumeStopped(tx, batchId, { actor: actor.name, reason }))) return;
    await writeAudit(tx, actor, {
      action: "batch.resume",
      target: batchId,
      reason,
      before: { stopped: true, jobs: batch.jobs },
      after: { stopped: false },
    });
  });
  ctx.changes.note({ batch: batchId, lane: true, due: true });
  return getBatch(ctx, batchId);
}
