import { decideDeleteBatch } from "../../core/batch/deletable.ts";
import type { BatchView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { lockForDelete, moveBatch } from "../../prisma/store/batch/move.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { dropJobs } from "../job/drop.ts";
import { getBatch } from "./get.ts";

/** A batch may have 100,000 failed jobs. */
const DELETE_MS = 120_000;

/**
 * Deletes a Failed or Held batch with its Failed and Held jobs, in one transaction; Completed ones stay with their
 * objects. Rows, events and reports stay; folders and payload are removed by a worker. In its lane it counts as
 * Skipped, and the next batch can go. Source: docs/reference/states.md, "Delete".
 * @throws WaybillError `not_found`, `not_allowed`, `illegal_move` (another state, or jobs are open), `stale_state`
 */
export async function deleteBatch(
  ctx: Context,
  { batchId, reason }: { readonly batchId: string; readonly reason: string },
): Promise<BatchView> {
  const { actor } = ctx;
  const deleted = await ctx.db.$transaction(
    async (tx) => {
      const batch = await lockForDelete(tx, batchId);
      if (!batch) throw new WaybillError("not_found", "There is no such batch, or you cannot see it.");
      allow(actor, "delete", batch.collectionId);
      const decision = decideDeleteBatch(batch);
      if ("refused" in decision) throw new WaybillError("illegal_move", decision.refused);
      const { from } = decision;
      const { failed, held } = batch;
      await dropJobs(tx, { jobIds: failed, from: "Failed", actor: actor.name, reason });
      await dropJobs(tx, { jobIds: held, from: "Held", actor: actor.name, reason });
      await moveBatch(tx, { batchId, from, to: "Deleted", by: "person", actor: actor.name, reason });
      await writeAudit(tx, actor, {
        action: "batch.delete",
        target: batchId,
        reason,
        before: { state: from },
        after: { state: "Deleted", jobs: failed.length + held.length },
      });
      return [...failed, ...held];
    },
    { timeout: DELETE_MS },
  );
  ctx.changes.note({ batch: batchId, due: true });
  for (const job of deleted) ctx.changes.note({ job });
  return getBatch(ctx, batchId);
}
