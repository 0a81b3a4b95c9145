import { can } from "../../core/access/roles.ts";
import { whyNoCancel } from "../../core/batch/cancellable.ts";
import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockForCancel, moveBatch } from "../../prisma/store/batch/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";

/**
 * Cancels a deposit that waits for its turn: by whoever made it, or by who may delete any. It has no jobs yet; its payload is
 * removed by a worker, and in its lane it counts as Skipped. Source: docs/reference/states.md, "Cancel".
 * @throws WaybillError `not_found`, `not_allowed` (somebody else's deposit), `illegal_move` (its turn has come), `stale_state`
 */
export async function cancelBatch(
  ctx: Context,
  { batchId, reason }: { readonly batchId: string; readonly reason?: string | undefined },
): Promise<BatchView> {
  const { actor } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const batch = await lockForCancel(tx, batchId);
    if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
    const { state: from, collectionId, submitterId } = batch;
    allow(actor, "cancel", collectionId);
    if (submitterId !== actor.id && !can(actor, "delete", collectionId))
      throw new WaybillError("not_allowed", "Only whoever made a deposit, or an operator, can cancel it.");
    // who repeats it since the answer was lost is answered as the first time
    if (from === "Deleted") return;
    const refused = whyNoCancel(batch);
    if (refused !== undefined) throw new WaybillError("illegal_move", refused);
    await moveBatch(tx, {
      batchId,
      from,
      to: "Deleted",
      by: "person",
      actor: actor.name,
      ...(reason !== undefined && { reason }),
    });
    await writeAudit(tx, actor, {
      action: "batch.cancel",
      target: batchId,
      reason,
      before: { state: from },
      after: { state: "Deleted" },
    });
  });
  ctx.changes.note({ batch: batchId, lane: true, due: ["lane"] });
  return getBatch(ctx, batchId);
}
