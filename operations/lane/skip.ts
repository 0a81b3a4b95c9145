import type { LaneView } from "../../core/contracts/lane-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { mayStillApply, stillAppliesSentence } from "../../core/lane/may-still-apply.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import { ended, textOf } from "../../core/sentence.ts";
import type { Tx } from "../../prisma/client.ts";
import { moveBatch } from "../../prisma/store/batch/move.ts";
import type { LaneBatchRow } from "../../prisma/store/lane/batches.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneBatchAsk } from "./act.ts";
import { decideBatch } from "./decide-batch.ts";
import { endBatch } from "./end-batch.ts";
import { requireFreeBatch, standingOf } from "./require-batch.ts";

/**
 * Takes a batch out of its lane for good: it counts as Skipped and is reported as failed. Not possible while a call to
 * the ledger is under way or its jobs are running. A batch that its ledger may still apply needs explicit confirmation.
 * @throws WaybillError `not_found`, `not_allowed`, `batch_final`, `batch_under_way`, `may_still_apply`, `stale_state`
 */
export async function skipBatch(
  ctx: Context,
  request: LaneBatchAsk & { readonly even_if_it_may_still_apply?: boolean | undefined },
): Promise<LaneView> {
  const { batchId, reason, even_if_it_may_still_apply: isKnown = false } = request;
  const actor = ctx.actor.name;
  return actOnLane(ctx, { ...request, action: "lane.skip" }, async (tx, lane) => {
    const batch = await requireFreeBatch(tx, lane, batchId);
    const why = mayStillApply(batch, lane.backend, batch.now);
    if (why && !isKnown)
      throw new WaybillError("may_still_apply", textOf(stillAppliesSentence(why, batch, batch.now)));
    const risk = why ? " Its ledger may still apply it." : "";
    const message = `Skipped by ${actor}: ${risk ? ended(reason) : reason}${risk}`;
    const { submitted } = batch;
    await decideBatch(tx, batch, {
      change: { ...AT_REST, submitted, status: "Skipped", message },
      actor,
      reason,
    });
    await toProcessing(tx, batch, actor);
    await endBatch(tx, batchId, { status: "Skipped", message }, actor);
    const skipped = { batch: batchId, state: "Reporting", status: "Skipped", submitted, unresolved: false };
    const given = { even_if_it_may_still_apply: true, may_still_apply: why };
    return {
      before: standingOf(batch),
      after: isKnown ? { ...skipped, ...given } : skipped,
      batches: [batchId],
    };
  });
}

/** Moves an untouched or Held batch to Processing, from which it can be reported. */
async function toProcessing(tx: Tx, { id: batchId, state }: LaneBatchRow, actor: string): Promise<void> {
  const move = { batchId, to: "Processing", actor } as const;
  if (state === "Pending") await moveBatch(tx, { ...move, from: state, by: "worker" });
  if (state === "Held") await moveBatch(tx, { ...move, from: state, by: "person" });
}
