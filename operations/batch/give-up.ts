import { whyGivenUp } from "../../core/batch/stopped.ts";
import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { ended } from "../../core/sentence.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockStandstill } from "../../prisma/store/batch/move.ts";
import { giveUpStopped } from "../../prisma/store/batch/submission.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";

/**
 * Gives up the jobs not yet made of a batch that stands still. The jobs it has run to their ends; then it is reported
 * and ends Failed, and its lane goes on with the next batch. Does nothing for a batch that was already given up.
 * Source: docs/reference/states.md, "A batch that stands still".
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (it does not stand still)
 */
export async function giveUpBatch(
  ctx: Context,
  { batchId, reason }: { readonly batchId: string; readonly reason: string },
): Promise<BatchView> {
  const { actor } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const batch = await lockStandstill(tx, batchId);
    if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
    allow(actor, "force-fail", batch.collectionId);
    const message = whyGivenUp(actor.name, ended(reason), batch.jobs);
    if (!(await giveUpStopped(tx, batchId, { actor: actor.name, reason, message }))) {
      if (batch.errorCode === "given_up") return;
      const why = batch.isStopped
        ? "All its jobs have ended and only its report is missing: resume it."
        : "Only a batch that stands still can be given up.";
      throw new WaybillError("illegal_move", `The batch is ${batch.state}. ${why}`);
    }
    await writeAudit(tx, actor, {
      action: "batch.give-up",
      target: batchId,
      reason,
      before: { stopped: true, jobs: batch.jobs },
      after: { stopped: false, code: "given_up" },
    });
  });
  ctx.changes.note({ batch: batchId, lane: true, due: true });
  return getBatch(ctx, batchId);
}
