import type { LaneView } from "../../core/contracts/lane-views.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Tx } from "../../prisma/client.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/list-batches.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneBatchAsk } from "./act.ts";
import { decideBatch } from "./decide-batch.ts";
import { endBatch } from "./end-batch.ts";
import { requireFreeBatch, standingOf } from "./require-batch.ts";

/**
 * Takes a batch out of its lane for good: it counts as Skipped and is reported as failed. Not while a call of the ledger
 * may have an effect, nor while its jobs run.
 * @throws QueueError `not_found`, `not_allowed`, `batch_final`, `batch_under_way`, `stale_state`
 */
export async function skipBatch(ctx: Context, request: LaneBatchAsk): Promise<LaneView> {
  const { batchId, reason } = request;
  const actor = ctx.actor.name;
  return actOnLane(ctx, { ...request, action: "lane.skip" }, async (tx, lane) => {
    const batch = await requireFreeBatch(tx, lane, batchId);
    const message = `Skipped by ${actor}: ${reason}`;
    const { submitted } = batch;
    await decideBatch(tx, batch, {
      change: { ...AT_REST, submitted, status: "Skipped", message },
      actor,
      reason,
    });
    await toProcessing(tx, batch, actor);
    await endBatch(tx, batchId, { status: "Skipped", message }, actor);
    const after = { batch: batchId, state: "Reporting", status: "Skipped", submitted, unresolved: false };
    return { before: standingOf(batch), after, batches: [batchId] };
  });
}

/** Brings a batch nobody has begun, or that is held, to where reports begin. */
async function toProcessing(tx: Tx, { id: batchId, state }: LaneBatchRow, actor: string): Promise<void> {
  const move = { batchId, to: "Processing", actor } as const;
  if (state === "Pending") await moveBatch(tx, { ...move, from: state, by: "worker" });
  if (state === "Held") await moveBatch(tx, { ...move, from: state, by: "person" });
}
