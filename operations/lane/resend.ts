import type { LaneView } from "../../core/contracts/lane-views.ts";
import { AT_REST } from "../../core/lane/submission.ts";
import type { Context } from "../context.ts";
import { actOnLane, type LaneBatchAsk } from "./act.ts";
import { decideBatch } from "./decide-batch.ts";
import { requireUnknownBatch, standingOf } from "./require-batch.ts";

/**
 * Resends the same bytes of an Unknown or unresolved batch: the batch becomes Delayed with no delay, so that the queuer
 * takes it next. On scabbard it may be applied twice; the person accepts that risk.
 * @throws WaybillError `not_found`, `not_allowed`, `not_a_ledger_lane`, `not_unknown`, `batch_final`,
 * `batch_under_way`, `stale_state`
 */
export async function resendBatch(ctx: Context, request: LaneBatchAsk): Promise<LaneView> {
  const { batchId, reason } = request;
  return actOnLane(ctx, { ...request, action: "lane.resend" }, async (tx, lane) => {
    const batch = await requireUnknownBatch(tx, lane, batchId);
    const change = { ...AT_REST, status: "Delayed", delayedInMs: 0 } as const;
    await decideBatch(tx, batch, { change, actor: ctx.actor.name, reason });
    const after = {
      batch: batchId,
      state: batch.state,
      status: "Delayed",
      submitted: false,
      unresolved: false,
    };
    return { before: standingOf(batch), after, batches: [batchId] };
  });
}
